import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openAdmin, pageOf, queryOf } from '../app/open-admin.test-data.tsx';
import { post } from '../resources/post/post.resource.ts';
import { sampleRecord } from './samples.test-data.ts';

const KEY = 'quotemill.admin.views.1.post';
const columnKeys = ['quotemill.admin.columns.post', 'quotemill.admin.column-order.post'];
beforeEach(() => {
  for (const key of [KEY, ...columnKeys]) localStorage.removeItem(key);
});

const openList = (search = '') =>
  openAdmin(`/admin/sys-post${search}`, { answers: { 'GET /post': pageOf([sampleRecord(post, 1)]) } });
const openMenu = async (name = '视图') => fireEvent.click(await screen.findByRole('button', { name }));
const keep = (views: object[], initial?: string) =>
  localStorage.setItem(KEY, JSON.stringify({ views, initial }));
const kept = () =>
  JSON.parse(localStorage.getItem(KEY) ?? 'null') as { views: object[]; initial?: string } | null;

test('a view keeps filters, sort order and columns under a name, and shows them again', async () => {
  const page = openList('?status=2&sortOrder=desc&pageIndex=3');
  await screen.findByText('sample_1', { selector: 'a' });
  await openMenu();
  fireEvent.change(await screen.findByLabelText('新视图的名称'), { target: { value: ' 正常岗位 ' } });
  fireEvent.click(screen.getByRole('button', { name: '保存当前视图' }));
  expect(kept()?.views).toEqual([
    { name: '正常岗位', search: 'status=2&sortOrder=desc', hidden: null, order: [] },
  ]);
  fireEvent.click(screen.getByRole('button', { name: '重置' }));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post?sortOrder=desc'));
  await openMenu();
  fireEvent.click(await screen.findByRole('button', { name: '正常岗位' }));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post?status=2&sortOrder=desc'));
});

test('a view with columns applies them; it can be renamed, but not to a taken name, and deleted', async () => {
  keep([
    { name: '甲', search: 'status=1', hidden: ['sort'], order: ['sort', 'postName'] },
    { name: '乙', search: '', hidden: null, order: [] },
  ]);
  const page = openList();
  await openMenu('乙');
  fireEvent.click(await screen.findByRole('button', { name: '甲' }));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post?status=1'));
  expect(screen.queryByRole('columnheader', { name: '排序' })).toBeNull();
  await openMenu('甲');
  fireEvent.click(await screen.findByRole('button', { name: '重命名甲' }));
  const input = screen.getByLabelText('甲的新名称');
  fireEvent.change(input, { target: { value: '乙' } });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '已有同名' }).disabled).toBe(true);
  fireEvent.change(input, { target: { value: '停用岗位' } });
  fireEvent.click(screen.getByRole('button', { name: '确定' }));
  fireEvent.click(await screen.findByRole('button', { name: '删除乙' }));
  expect(kept()?.views).toMatchObject([{ name: '停用岗位', search: 'status=1' }]);
});

test('the list opens with the initial view once: 重置 shows everything', async () => {
  keep([{ name: '甲', search: 'status=1', hidden: null, order: [] }], '甲');
  const page = openList();
  expect(await screen.findByText('sample_1', { selector: 'a' })).toBeTruthy();
  expect(page.at()).toBe('/admin/sys-post?status=1');
  expect(page.sentTo('GET /post').map(queryOf)).toEqual([{ pageIndex: '1', pageSize: '20', status: '1' }]);
  fireEvent.click(screen.getByRole('button', { name: '重置' }));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post'));
  await openMenu();
  fireEvent.click(await screen.findByRole('button', { name: '打开列表时使用甲' }));
  expect(kept()).toEqual({ views: [{ name: '甲', search: 'status=1', hidden: null, order: [] }] });
});

test('a link with filters is not replaced by the initial view, and broken storage shows the list', async () => {
  keep([{ name: '甲', search: 'status=1', hidden: null, order: [] }, { name: 7 }], '甲');
  const page = openList('?status=2');
  expect(await screen.findByText('sample_1', { selector: 'a' })).toBeTruthy();
  expect(page.at()).toBe('/admin/sys-post?status=2');
  await openMenu();
  expect(await screen.findByRole('button', { name: '甲' })).toBeTruthy();
});
