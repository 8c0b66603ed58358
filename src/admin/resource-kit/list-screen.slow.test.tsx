import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf, queryOf } from '../app/open-admin.test-data.tsx';
import { order } from '../resources/order/order.resource.ts';
import { post } from '../resources/post/post.resource.ts';
import { sampleRecord } from './samples.test-data.ts';

const rows = [1, 2, 3].map((n) => sampleRecord(post, n));
const openList = (search = '', answers: NonNullable<Parameters<typeof openAdmin>[1]>['answers'] = {}) =>
  openAdmin(`/admin/sys-post${search}`, { answers: { 'GET /post': pageOf(rows), ...answers } });

test('invalid URL parameters are ignored', async () => {
  const page = openList('?status=9&nope=1&remarkOrder=asc&pageIndex=0&pageSize=7');
  await screen.findByText('sample_1', { selector: 'a' });
  expect(queryOf(page.sentTo('GET /post')[0])).toEqual({ pageIndex: '1', pageSize: '20' });
});

test('重置 removes all filters', async () => {
  const page = openList('?postName=a&sortOrder=asc');
  fireEvent.click(await screen.findByRole('button', { name: '重置' }));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post?sortOrder=asc'));
});

test('a page number past the end redirects to the last page', async () => {
  const page = openList('?pageIndex=5', { 'GET /post': pageOf([], 21) });
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post?pageIndex=2'));
});

test('column order and row density can be changed and are remembered', async () => {
  openList();
  await screen.findByText('sample_1', { selector: 'a' });
  fireEvent.click(screen.getByRole('button', { name: '列设置' }));
  fireEvent.click(await screen.findByRole('button', { name: '岗位编码上移' }));
  const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads().slice(1, 4)).toEqual(['编号', '岗位编码', '岗位名称']);
  fireEvent.click(screen.getByText('紧凑'));
  expect(document.querySelector('.ant-table-small')).toBeTruthy();
  expect(localStorage.getItem('quotemill.admin.column-order.post')).toMatch(/^postId,postCode,postName/);
  expect(localStorage.getItem('quotemill.admin.density')).toBe('small');
});

/** Lays out every element with this width. */
function setRoom(width: number): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
}

test('a narrow window shows important and chosen columns, and says how many are hidden', async () => {
  setRoom(700);
  const one = sampleRecord(order, 1);
  openAdmin('/admin/user/order', { answers: { 'GET /order': pageOf([one]), 'GET /deptTree': ok([]) } });
  await screen.findByRole('columnheader', { name: '合计' });
  expect(screen.queryByRole('columnheader', { name: '创建时间' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '列设置' }));
  await screen.findByText(/窗口较窄，\d 列暂未显示/);
  fireEvent.click(screen.getByRole('checkbox', { name: '创建时间' }));
  expect(await screen.findByRole('columnheader', { name: '创建时间' })).toBeTruthy();
});

test('the accessible name of the filter button contains the count that it shows', async () => {
  openList('?postName=abc');
  expect((await screen.findByRole('button', { name: '收起筛选 1' })).textContent).toBe('1');
});

test('a closed filter bar stays closed', async () => {
  openList();
  fireEvent.click(await screen.findByRole('button', { name: '收起筛选' }));
  expect(screen.queryByRole('search')).toBeNull();
  expect(localStorage.getItem('quotemill.admin.filters-shown')).toBe('0');
});

test('a phone shows cards with important fields, row actions and sorting', async () => {
  setRoom(340);
  const page = openList('', { 'DELETE /post': ok([1], '删除成功') });
  expect(await screen.findByText('sample_1', { selector: 'a' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  const [card] = screen
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByText('sample_1', { selector: 'a' }));
  expect(within(card ?? document.body).getByText('岗位编码')).toBeTruthy();
  fireEvent.click(within(card ?? document.body).getByRole('checkbox', { name: '选择 sample_1' }));
  fireEvent.click(screen.getByRole('button', { name: '删除 1 项' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }));
  await waitFor(() => expect(page.sentTo('DELETE /post').map(({ body }) => body)).toEqual([{ ids: [1] }]));
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '排序' }));
  fireEvent.click(await screen.findByTitle('排序 ↓'));
  await waitFor(() => expect(queryOf(page.sentTo('GET /post').at(-1))).toMatchObject({ sortOrder: 'desc' }));
});

test('chosen columns are remembered, and the name column cannot be hidden', async () => {
  openList();
  await screen.findByText('sample_1', { selector: 'a' });
  fireEvent.click(screen.getByRole('button', { name: '列设置' }));
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: '岗位名称' })).disabled).toBe(true);
  fireEvent.click(screen.getByRole('checkbox', { name: '岗位编码' }));
  fireEvent.click(screen.getByRole('checkbox', { name: '备注' }));
  const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads()).toContain('备注');
  expect(heads()).not.toContain('岗位编码');
  expect(localStorage.getItem('quotemill.admin.columns.post')).toBe('postCode,updatedAt');
  fireEvent.click(screen.getByRole('button', { name: '恢复默认' }));
  expect(heads()).toContain('岗位编码');
  expect(localStorage.getItem('quotemill.admin.columns.post')).toBeNull();
});
