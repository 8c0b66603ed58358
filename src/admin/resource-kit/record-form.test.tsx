import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { saved, openForm, field, replace, save, openConflict } from './record-form.test-data.tsx';

test('invalid input shows the error at its field and is not sent', async () => {
  const page = openForm('/create');
  await replace('岗位名称', 'x'.repeat(31));
  await replace('排序', '2.5');
  fireEvent.blur(await field('排序'));
  save();
  expect(await screen.findByText('岗位名称最多30个字符')).toBeTruthy();
  expect(await screen.findByText('排序必须是整数')).toBeTruthy();
  expect((await field('排序')).value).toBe('2.5');
  expect(await screen.findByText('请输入岗位编码')).toBeTruthy();
  await replace('排序', '12，5');
  expect(await screen.findByText('排序的小数点请写成“.”')).toBeTruthy();
  expect(page.sentTo('POST /post')).toEqual([]);
});

test('server errors appear at their fields, or above the form if they have none', async () => {
  const errors = { postCode: '岗位编码已存在', elsewhere: '其它问题' };
  const page = openForm('/create', {
    answers: { 'POST /post': refusal(400, '提交的内容有误', 'request.invalid', { errors }) },
  });
  await replace('岗位名称', '铣工');
  await replace('岗位编码', 'miller');
  save();
  const message = await screen.findByText('岗位编码已存在');
  expect(message.closest('.ant-form-item')?.textContent).toContain('岗位编码');
  expect(screen.getByText('其它问题')).toBeTruthy();
  expect(page.at()).toBe('/admin/sys-post/create');
});

test('leaving asks for confirmation only if something was changed', async () => {
  const page = openForm('/7/edit');
  await replace('岗位名称', '铣工');
  fireEvent.click(screen.getByRole('button', { name: '取消' }));
  fireEvent.click(await screen.findByRole('button', { name: '继续修改' }));
  expect(page.at()).toBe('/admin/sys-post/7/edit');
  expect((await field('岗位名称')).value).toBe('铣工');

  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
  await replace('岗位名称', '车工');
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: '取消' }));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post'));
});

test('a conflict shows original, input and saved values, and is merged by field', async () => {
  const { page, dialog } = await openConflict();
  expect(
    dialog
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(['岗位名称车工铣工车工', '岗位编码turnerturnerlathe', '备注（空）我的备注他人备注']);
  // The input is preselected where the user changed a field, the saved value elsewhere.
  const chosen = dialog.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.checked);
  expect(chosen).toEqual([true, false, false, true, true, false]);
  fireEvent.click(dialog.getByLabelText('他人备注'));
  fireEvent.click(dialog.getByRole('button', { name: '按所选合并' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: '按所选合并' })).toBeNull());
  save();
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post'));
  expect(page.sentTo('PUT /post/7').at(-1)?.body).toMatchObject({
    postName: '铣工',
    postCode: 'lathe',
    remark: '他人备注',
    version: 4,
  });
});

test('large price changes are saved once the user has confirmed them', async () => {
  const jumps = [
    { id: '0', name: '加工基价', from: 10, to: 90 },
    { id: '4', name: '加工基价', from: 12, to: 90 },
  ];
  const page = openForm('/7/edit', {
    answers: {
      'PUT /post/:id': ({ body }) =>
        (body as { confirmJumps?: true }).confirmJumps
          ? ok(saved, '更新成功')
          : refusal(409, '2 个价格变动超过 50%', 'price.jump', { data: { count: 2, jumps } }),
    },
  });
  await replace('岗位名称', '铣工');
  save();
  const confirm = await screen.findByRole('button', { name: '确认保存' });
  const dialog = within(confirm.closest<HTMLElement>('[role=dialog]')!);
  // Two prices with the same name are two rows.
  expect(dialog.getAllByText(/^加工基价$/)).toHaveLength(2);
  fireEvent.click(dialog.getByRole('checkbox'));
  fireEvent.click(confirm);
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post'));
  expect(page.sentTo('PUT /post/7').map(({ body }) => body)).toMatchObject([
    { postName: '铣工', version: 3 },
    { postName: '铣工', version: 3, confirmJumps: true },
  ]);
});

test('an expired session shows one notice; after signing in the form has the unsaved changes', async () => {
  const ended = refusal(401, '请重新登录', 'session.expired');
  const page = openForm('/7/edit', { answers: { 'PUT /post/:id': ended } });
  await replace('岗位名称', '铣工');
  save();
  expect(await screen.findAllByText('登陆超时 请重新登录')).toHaveLength(1);
  page.known['POST /login'] = {
    code: 200,
    msg: '登录成功',
    token: 'fresh',
    mustChangePassword: false,
    success: true,
  };
  await page.user.type(await screen.findByLabelText('用户名'), 'admin');
  await page.user.type(screen.getByLabelText('密码'), 'correct horse battery');
  fireEvent.click(screen.getByRole('button', { name: '登录' }));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post/7/edit'));
  await screen.findByText('已恢复登录失效前填写的内容，请核对后保存');
  expect((await field('岗位名称')).value).toBe('铣工');
  expect((await field('岗位编码')).value).toBe('turner');
});
