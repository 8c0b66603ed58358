import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryOf } from '../../app/open-admin.test-data.tsx';
import { OLD_KEY, COPY_KEY, columnKeys, viewOf, openList, openMenu } from './view-menu.test-data.tsx';

beforeEach(() => {
  for (const key of [OLD_KEY, COPY_KEY, ...columnKeys]) localStorage.removeItem(key);
});

test('a named view saves and restores filters, sort order and columns', async () => {
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

test('the initial view applies only when the list opens: 重置 shows everything', async () => {
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
