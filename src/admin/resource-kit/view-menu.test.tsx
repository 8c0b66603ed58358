import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { ListView } from '#contract/list-views.ts';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf, queryOf } from '../app/open-admin.test-data.tsx';
import { post } from '../resources/post/post.resource.ts';
import { sampleRecord } from './samples.test-data.ts';

const OLD_KEY = 'quotemill.admin.views.1.post';
const COPY_KEY = 'quotemill.admin.list-views.1';
const columnKeys = ['quotemill.admin.columns.post', 'quotemill.admin.column-order.post'];
beforeEach(() => {
  for (const key of [OLD_KEY, COPY_KEY, ...columnKeys]) localStorage.removeItem(key);
});

const viewOf = (name: string, search = 'status=1'): ListView => ({ name, search, hidden: null, order: [] });

/** Opens the list of a user with these views on the server. */
function openList(search = '', views: ListView[] = [], initial: string | null = null) {
  const sets: Record<string, unknown> = views.length > 0 ? { post: { views, initial } } : {};
  const page = openAdmin(`/admin/sys-post${search}`, {
    answers: {
      'GET /post': pageOf([sampleRecord(post, 1)]),
      'GET /user/views': () => ok(sets),
      'PUT /user/views/post': ({ body }) => {
        sets['post'] = body;
        return ok(null, '更新成功');
      },
    },
  });
  return { ...page, saved: () => page.sentTo('PUT /user/views/post').at(-1)?.body };
}
const openMenu = async (name = '视图') => fireEvent.click(await screen.findByRole('button', { name }));

test('a view keeps filters, sort order and columns under a name, and shows them again', async () => {
  const page = openList('?status=2&sortOrder=desc&pageIndex=3');
  await screen.findByText('sample_1', { selector: 'a' });
  await openMenu();
  fireEvent.change(await screen.findByLabelText('新视图的名称'), { target: { value: ' 正常岗位 ' } });
  fireEvent.click(screen.getByRole('button', { name: '保存当前视图' }));
  await waitFor(() =>
    expect(page.saved()).toEqual({ views: [viewOf('正常岗位', 'status=2&sortOrder=desc')], initial: null }),
  );
  fireEvent.click(screen.getByRole('button', { name: '重置' }));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post?sortOrder=desc'));
  await openMenu();
  fireEvent.click(await screen.findByRole('button', { name: '正常岗位' }));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post?status=2&sortOrder=desc'));
});

test('a view with columns applies them; it can be renamed, but not to a taken name, and deleted', async () => {
  const views = [{ ...viewOf('甲'), hidden: ['sort'], order: ['sort', 'postName'] }, viewOf('乙', '')];
  const page = openList('', views);
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
  await waitFor(() =>
    expect(page.saved()).toMatchObject({ views: [{ name: '停用岗位', search: 'status=1' }] }),
  );
});

test('the list opens with the initial view once: 重置 shows everything', async () => {
  const page = openList('', [viewOf('甲')], '甲');
  expect(await screen.findByText('sample_1', { selector: 'a' })).toBeTruthy();
  expect(page.at()).toBe('/admin/sys-post?status=1');
  expect(page.sentTo('GET /post').map(queryOf)).toEqual([{ pageIndex: '1', pageSize: '20', status: '1' }]);
  fireEvent.click(screen.getByRole('button', { name: '重置' }));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post'));
  await openMenu();
  fireEvent.click(await screen.findByRole('button', { name: '打开列表时使用甲' }));
  await waitFor(() => expect(page.saved()).toEqual({ views: [viewOf('甲')], initial: null }));
});

test('a link with filters is not replaced by the initial view', async () => {
  const page = openList('?status=2', [viewOf('甲')], '甲');
  expect(await screen.findByText('sample_1', { selector: 'a' })).toBeTruthy();
  expect(page.at()).toBe('/admin/sys-post?status=2');
  await openMenu();
  expect(await screen.findByRole('button', { name: '甲' })).toBeTruthy();
});

test('views that an older version kept in the browser move to the server once, broken ones are dropped', async () => {
  const views = [viewOf('甲', 'status=2'), viewOf('乙'), { name: 7 }];
  localStorage.setItem(OLD_KEY, JSON.stringify({ views, initial: '乙' }));
  const page = openList('?status=2', [viewOf('甲')]);
  await waitFor(() => expect(localStorage.getItem(OLD_KEY)).toBeNull());
  await waitFor(() => expect(page.saved()).toEqual({ views: [viewOf('甲'), viewOf('乙')], initial: '乙' }));
  expect(page.sentTo('PUT /user/views/post')).toHaveLength(1);
});

test('the next visit opens with the initial view from the copy in the browser, without an answer of the server', async () => {
  localStorage.setItem(COPY_KEY, JSON.stringify({ post: { views: [viewOf('甲')], initial: '甲' } }));
  const page = openAdmin('/admin/sys-post', {
    answers: {
      'GET /post': pageOf([sampleRecord(post, 1)]),
      'GET /user/views': refusal(500, '系统错误', 'server.error'),
    },
  });
  expect(await screen.findByText('sample_1', { selector: 'a' })).toBeTruthy();
  expect(page.at()).toBe('/admin/sys-post?status=1');
});
