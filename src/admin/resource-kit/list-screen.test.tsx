import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf, queryOf } from '../app/open-admin.test-data.tsx';
import { post } from '../resources/post/post.resource.ts';
import { sampleRecord } from './samples.test-data.ts';

const rows = [1, 2, 3].map((n) => sampleRecord(post, n));
const openList = (search = '', answers: NonNullable<Parameters<typeof openAdmin>[1]>['answers'] = {}) =>
  openAdmin(`/admin/sys-post${search}`, { answers: { 'GET /post': pageOf(rows), ...answers } });

test('a link restores filters, sort order, page and page size', async () => {
  const page = openList('?postName=a%26b%23c&status=2&sortOrder=desc&pageIndex=2&pageSize=50', {
    'GET /post': pageOf(rows, 60),
  });
  await screen.findByText('sample_1', { selector: 'a' });
  expect(queryOf(page.sentTo('GET /post')[0])).toEqual({
    postName: 'a&b#c',
    status: '2',
    sortOrder: 'desc',
    pageIndex: '2',
    pageSize: '50',
  });
  const search = within(screen.getByRole('search'));
  expect(search.getByLabelText<HTMLInputElement>('岗位名称').value).toBe('a&b#c');
  expect(search.getByText('正常')).toBeTruthy();
});

test('an invalid filter in a link is ignored, with a notice', async () => {
  const page = openList('?status=9');
  expect(await screen.findByText('链接里的筛选条件不存在，列表没有按它筛选：状态“9”')).toBeTruthy();
  expect(queryOf(page.sentTo('GET /post')[0])).not.toHaveProperty('status');
  fireEvent.click(screen.getByRole('button', { name: '知道了' }));
  await waitFor(() => expect(screen.queryByText(/筛选条件不存在/)).toBeNull());
});

test('deleting several rows explains the effect and sends one request', async () => {
  const page = openList('', { 'DELETE /post': ok([1, 2], '删除成功') });
  await screen.findAllByRole('row', { name: /sample_1/ });
  const boxes = screen.getAllByRole('checkbox');
  fireEvent.click(boxes[1]!);
  fireEvent.click(boxes[2]!);
  fireEvent.click(screen.getByRole('button', { name: '删除 2 项' }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('删除 2 个岗位？');
  expect(question.textContent).toContain('“sample_1”、“sample_2”');
  expect(question.textContent).toContain(post.removalEffect);
  fireEvent.click(within(question).getByRole('button', { name: '删除' }));
  await waitFor(() => expect(page.sentTo('DELETE /post').map(({ body }) => body)).toEqual([{ ids: [1, 2] }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: '删除 2 项' })).toBeNull());
  expect(page.sentTo('GET /post').length).toBeGreaterThan(1);
});

test('rows stay chosen when deleting them fails', async () => {
  openList('', { 'DELETE /post': refusal(409, '岗位“sample_1”有 2 名用户', 'record.in_use') });
  await screen.findAllByRole('row', { name: /sample_1/ });
  const boxes = screen.getAllByRole('checkbox');
  fireEvent.click(boxes[1]!);
  fireEvent.click(screen.getByRole('button', { name: '删除 1 项' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }));
  expect(await screen.findByText('岗位“sample_1”有 2 名用户')).toBeTruthy();
  expect(screen.getByRole('button', { name: '删除 1 项' })).toBeTruthy();
});

test('a list that failed to load can be retried and is not shown as empty', async () => {
  const page = openList('', { 'GET /post': refusal(503, '系统繁忙，请稍后再试', 'server.busy') });
  const retry = await screen.findByRole('button', { name: '重试' });
  expect(screen.getByText('列表加载失败')).toBeTruthy();
  expect(screen.queryByText(`还没有${post.label}`)).toBeNull();
  page.known['GET /post'] = pageOf(rows);
  fireEvent.click(retry);
  expect(await screen.findByText('sample_1', { selector: 'a' })).toBeTruthy();
  expect(screen.queryByText('列表加载失败')).toBeNull();
});
