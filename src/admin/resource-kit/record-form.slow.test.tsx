import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { saved, openForm, field, replace, save, openConflict } from './record-form.test-data.tsx';

test('discarded changes are not saved', async () => {
  const page = openForm('/7/edit');
  await replace('岗位名称', '铣工');
  fireEvent.click(screen.getByRole('button', { name: '取消' }));
  fireEvent.click(await screen.findByRole('button', { name: '放弃修改' }));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post'));
  expect(page.sentTo('PUT /post/7')).toEqual([]);
});

test('one button chooses the saved value of every field', async () => {
  const { page, dialog } = await openConflict();
  fireEvent.click(dialog.getByRole('button', { name: '全部用他人的' }));
  fireEvent.click(dialog.getByRole('button', { name: '按所选合并' }));
  await waitFor(async () => expect((await field('岗位编码')).value).toBe('lathe'));
  expect((await field('岗位名称')).value).toBe('车工');
  expect((await field('备注')).value).toBe('他人备注');
  fireEvent.click(screen.getByRole('button', { name: '取消' }));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post'));
});

test('the name of a copy is cut to the maximum length', async () => {
  const long = { ...saved, postName: `${'长'.repeat(28)}𠮷x`.slice(0, 30) };
  openForm('/7/copy', { answers: { 'GET /post/:id': ok(long) } });
  expect((await field('岗位名称')).value).toBe(`${'长'.repeat(27)} 副本`);
});

test('the input can be discarded in favour of the saved record', async () => {
  const { page, dialog } = await openConflict();
  fireEvent.click(dialog.getByRole('button', { name: '放弃我的修改，载入最新' }));
  await waitFor(async () => expect((await field('岗位编码')).value).toBe('lathe'));
  expect((await field('岗位名称')).value).toBe('车工');
  fireEvent.click(screen.getByRole('button', { name: '取消' }));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post'));
});

test('the URL of a missing record shows that it does not exist', async () => {
  const missing = refusal(404, '记录不存在或无权查看', 'record.not_found');
  openForm('/8/edit', { answers: { 'GET /post/:id': missing } });
  expect(await within(await screen.findByRole('dialog')).findByText('记录不存在或无权查看')).toBeTruthy();
});

test('a refusal and a success are each reported once, with the message of the server', async () => {
  const page = openForm('/7/edit', {
    answers: { 'PUT /post/:id': refusal(409, '岗位名称已存在', 'record.exists') },
  });
  const messages = () => [...document.querySelectorAll('.ant-message-notice')].map((one) => one.textContent);
  await replace('岗位名称', '铣工');
  save();
  await screen.findByText('岗位名称已存在');
  page.known['PUT /post/:id'] = ok(saved, '更新成功');
  save();
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post'));
  await screen.findByText('更新成功');
  expect(messages()).toEqual(['岗位名称已存在', '更新成功']);
  expect(document.querySelector('.ant-notification-notice')).toBeNull();
});
