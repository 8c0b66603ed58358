import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { customer } from '#storefront/app/app.test-data.tsx';
import { buildProfile } from './profile.test-data.ts';
import { discardUnsaved } from './use-profile-form.ts';
import { open, retype, meetConflict } from './profile-page.test-data.tsx';

beforeEach(discardUnsaved);

describe('the profile', () => {
  test('shows the user and the editable fields', async () => {
    open();
    expect(await screen.findByRole('textbox', { name: '电话' })).toHaveProperty('value', '13900000000');
    for (const text of ['zhang', '客户一部', '客户', /没有填写的项使用“客户一部”登记的资料/])
      expect(screen.getByText(text)).toBeDefined();
    await waitFor(() => expect(document.title).toBe('个人资料 · 智造报价'));
  });

  test('is saved normalized, with the version that was read, and the header shows the new name', async () => {
    const user = userEvent.setup();
    const { sent, known } = open();
    known['PUT /user/profile'] = () => {
      known['GET /getinfo'] = ok({ ...customer, name: '李工' });
      return ok(
        buildProfile({ nickName: '李工', taxNumber: '91310000MA1K3ABC2D', version: 5 }),
        '资料已保存',
      );
    };
    await retype(user, '姓名', ' 李工 ');
    await retype(user, '税号', '９１３１ 0000-ma1k 3abc 2d');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('资料已保存')).toBeDefined();
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
      nickName: '李工',
      phone: '13900000000',
      email: '',
      companyTitle: '示例客户公司',
      taxNumber: '91310000MA1K3ABC2D',
      address: '',
      version: 4,
    });
    expect(screen.getByRole('textbox', { name: '税号' })).toHaveProperty('value', '91310000MA1K3ABC2D');
    expect(await screen.findByRole('button', { name: /李工/ })).toBeDefined();
    await retype(user, '电话', '021-1000');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(2));
    expect(sent.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      phone: '021-1000',
      version: 5,
    });
  });

  test('with invalid values is not sent: each field shows its error, and the first is focused', async () => {
    const user = userEvent.setup();
    const { sent } = open();
    await retype(user, '姓名', ' ');
    await retype(user, '邮箱', 'nobody');
    await retype(user, '税号', '123');
    await user.click(screen.getByRole('button', { name: '保存' }));
    for (const text of ['请输入姓名', '邮箱的格式不正确', '税号应为 15 到 20 位数字或大写字母'])
      expect(screen.getByText(text)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '姓名' }));
    expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
    await retype(user, '邮箱', 'a@b.cn');
    expect(screen.queryByText('邮箱的格式不正确')).toBeNull();
  });
});

describe('a profile that was changed elsewhere', () => {
  test('can be reloaded', async () => {
    const { user, conflict } = await meetConflict();
    await user.click(conflict.getByRole('button', { name: '载入现在的资料' }));
    expect(screen.getByRole('textbox', { name: '电话' })).toHaveProperty('value', '021-1001');
    expect(screen.queryByRole('group', { name: '资料已被修改' })).toBeNull();
  });
});

describe('the avatar', () => {
  const avatar = 'data:image/png;base64,AAAA';

  test('is removed without losing the text typed below', async () => {
    const user = userEvent.setup();
    const { sent } = open({
      answers: {
        'GET /user/profile': ok(buildProfile({ avatar })),
        'DELETE /user/avatar': ok(null, '头像已移除'),
      },
    });
    await retype(user, '电话', '021-1001');
    expect(screen.getByAltText('我的头像').getAttribute('src')).toBe(avatar);
    await user.click(screen.getByRole('button', { name: '移除头像' }));
    expect(await screen.findByRole('button', { name: '上传头像' })).toBeDefined();
    expect(screen.getByRole('textbox', { name: '电话' })).toHaveProperty('value', '021-1001');
    expect(sent.some(({ method, url }) => method === 'DELETE' && url === '/user/avatar')).toBe(true);
  });
});

test('unsaved changes are shown, survive a visit to another page, and can be discarded', async () => {
  const user = userEvent.setup();
  open({
    answers: { 'GET /order': ok({ list: [], count: 0, pageIndex: 1, pageSize: 20, maxUpdatedAt: null }) },
  });
  await retype(user, '姓名', '王工');
  expect(screen.getByText('有尚未保存的修改')).toBeDefined();
  const leaving = new Event('beforeunload', { cancelable: true });
  globalThis.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  const menu = within(screen.getByRole('navigation', { name: '个人中心' }));
  await user.click(menu.getByRole('link', { name: '历史报价' }));
  await screen.findByText(/还没有报价/);
  await user.click(menu.getByRole('link', { name: '个人资料' }));
  const name = await screen.findByRole('textbox', { name: '姓名' });
  expect(name).toHaveProperty('value', '王工');
  await user.click(screen.getByRole('button', { name: '放弃修改' }));
  expect(name).not.toHaveProperty('value', '王工');
  expect(screen.queryByText('有尚未保存的修改')).toBeNull();
});
