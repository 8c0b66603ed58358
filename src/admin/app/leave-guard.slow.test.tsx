import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { post } from '../resources/post/post.resource.ts';
import { sampleRecord } from '../resource-kit/samples.test-data.ts';
import { openAdmin, pageOf } from './open-admin.test-data.tsx';
import { goBack, DRAWER, openMove, isMoveOpen } from './leave-guard.test-data.tsx';

test('back closes the dialog over a drawer, then the drawer', async () => {
  const { page } = await openMove();
  await goBack(page);
  await waitFor(() => expect(isMoveOpen()).toBe(false));
  expect(page.at()).toBe(DRAWER);
  await goBack(page);
  expect(page.at()).toBe('/admin/user/order');
});

test('back cancels the confirmation of a deletion and stays on the list', async () => {
  const record = sampleRecord(post, 7);
  const page = openAdmin('/admin', { answers: { 'GET /post': pageOf([record]) } });
  await act(() => page.router.navigate('/admin/sys-post'));
  fireEvent.click((await screen.findAllByText('删除'))[0]!);
  await screen.findAllByText('删除 1 个岗位？');
  await goBack(page);
  await waitFor(() => expect(screen.queryAllByText('删除 1 个岗位？')).toEqual([]));
  expect(page.at()).toBe('/admin/sys-post');
  await goBack(page);
  expect(page.at()).toBe('/admin');
});

test('back in a changed form asks for confirmation; back again closes the confirmation', async () => {
  const page = openAdmin('/admin/sys-post', { answers: { 'GET /post': pageOf([sampleRecord(post, 7)]) } });
  await screen.findAllByText('删除');
  await act(() => page.router.navigate('/admin/sys-post/create'));
  const form = within(await screen.findByRole('dialog'));
  fireEvent.change(await form.findByLabelText('岗位名称'), { target: { value: '铣工' } });
  await goBack(page);
  await screen.findByText('放弃修改');
  await goBack(page);
  await waitFor(() => expect(screen.queryByText('放弃修改')).toBeNull());
  expect(page.at()).toBe('/admin/sys-post/create');
  await goBack(page);
  fireEvent.click(await screen.findByText('放弃修改'));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post'));
});
