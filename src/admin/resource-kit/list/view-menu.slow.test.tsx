import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { refusal } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';
import { post } from '../../resources/post/post.resource.ts';
import { sampleRecord } from '../samples.test-data.ts';
import { OLD_KEY, COPY_KEY, columnKeys, viewOf, openList, openMenu } from './view-menu.test-data.tsx';

beforeEach(() => {
  for (const key of [OLD_KEY, COPY_KEY, ...columnKeys]) localStorage.removeItem(key);
});

test('a view applies its columns, and can be renamed to a free name or deleted', async () => {
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

test('a link with filters is not replaced by the initial view', async () => {
  const page = openList('?status=2', [viewOf('甲')], '甲');
  expect(await screen.findByText('sample_1', { selector: 'a' })).toBeTruthy();
  expect(page.at()).toBe('/admin/sys-post?status=2');
  await openMenu();
  expect(await screen.findByRole('button', { name: '甲' })).toBeTruthy();
});

test('views stored in the browser by an older version move to the server once; broken ones are dropped', async () => {
  const views = [viewOf('甲', 'status=2'), viewOf('乙'), { name: 7 }];
  localStorage.setItem(OLD_KEY, JSON.stringify({ views, initial: '乙' }));
  const page = openList('?status=2', [viewOf('甲')]);
  await waitFor(() => expect(localStorage.getItem(OLD_KEY)).toBeNull());
  await waitFor(() => expect(page.saved()).toEqual({ views: [viewOf('甲'), viewOf('乙')], initial: '乙' }));
  expect(page.sentTo('PUT /user/views/post')).toHaveLength(1);
});

test('the next visit opens the initial view from the browser copy when the server fails', async () => {
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
