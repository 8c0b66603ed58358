import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { post } from '../resources/post/post.resource.ts';
import { buildOrder } from '../resources/order/order.test-data.ts';
import { sampleRecord } from '../resource-kit/samples.test-data.ts';
import { openAdmin, pageOf } from './open-admin.test-data.tsx';

type Opened = ReturnType<typeof openAdmin>;
const goBack = ({ router }: Opened) => act(() => router.navigate(-1));
const DRAWER = '/admin/user/order/3';
const MOVE_HINT = /记入历史，客户可以看到/;

/** The order's drawer, opened from its list, with the dialog of a move over it. */
async function openMove() {
  const page = openAdmin('/admin/user/order', {
    answers: {
      'GET /order': pageOf([buildOrder()]),
      'GET /deptTree': ok([]),
      'GET /order/:id/withExt': ok(buildOrder()),
    },
  });
  await screen.findByText('Q20261120-0001');
  await act(() => page.router.navigate(DRAWER));
  fireEvent.click(await screen.findByText('确认订单'));
  const hint = await screen.findByText(MOVE_HINT);
  const dialog = within(hint.closest<HTMLElement>('[role=dialog]')!);
  return { page, field: dialog.getByLabelText<HTMLTextAreaElement>('说明（选填）') };
}

const isMoveOpen = () => screen.queryByText(MOVE_HINT) !== null;

test('back closes the dialog over a drawer, and then the drawer', async () => {
  const { page } = await openMove();
  await goBack(page);
  await waitFor(() => expect(isMoveOpen()).toBe(false));
  expect(page.at()).toBe(DRAWER);
  await goBack(page);
  expect(page.at()).toBe('/admin/user/order');
});

test('back asks before the text of a dialog is lost, and closes its own question first', async () => {
  const { page, field } = await openMove();
  fireEvent.input(field, { target: { value: '请补充图纸' } });
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
  await goBack(page);
  fireEvent.click(await screen.findByText('继续填写'));
  await waitFor(() => expect(screen.queryByText('继续填写')).toBeNull());

  await goBack(page);
  await screen.findByText('放弃内容');
  await goBack(page);
  await waitFor(() => expect(screen.queryByText('放弃内容')).toBeNull());
  expect(field.value).toBe('请补充图纸');

  fireEvent.click(screen.getByText('返回'));
  fireEvent.click(await screen.findByText('放弃内容'));
  await waitFor(() => expect(isMoveOpen()).toBe(false));
  expect(page.at()).toBe(DRAWER);
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

test('back leaves a form with changes only after the question, which back closes', async () => {
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
