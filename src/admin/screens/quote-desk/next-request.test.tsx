import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { form } from '../../resources/order/offer/offer.test-data.tsx';
import { first, openDesk, second } from './desk.test-data.ts';

const [part] = first.items;
const own = {
  'GET /order/3/withExt': ok({ ...first, items: [part] }),
  'GET /order/4/withExt': ok({ ...second, items: [part] }),
};

/** Sends the first request, which the second one then replaces. */
async function sendFirst() {
  const page = openDesk('?id=3', { answers: own });
  fireEvent.click((await form()).getByRole('button', { name: '发送报价' }));
  await screen.findByRole('link', { name: 'Q20261120-0002' });
  const send = async () => (await form()).getByRole<HTMLButtonElement>('button', { name: '发送报价' });
  return { page, send };
}

test('after an offer is sent, the next request is sent only after the user has focused it', async () => {
  const { page, send } = await sendFirst();
  fireEvent.click(await send());
  expect((await send()).disabled).toBe(true);
  expect(page.sentTo('POST /order/4/offer')).toHaveLength(0);
  fireEvent.focus((await form()).getByLabelText('1. 支架的人工报价'));
  expect((await send()).disabled).toBe(false);
  fireEvent.click(await send());
  await waitFor(() => expect(page.sentTo('POST /order/4/offer')).toHaveLength(1));
});

test('a request that is opened from the queue can be sent at once', async () => {
  const { send } = await sendFirst();
  expect((await send()).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: '上一个询价' }));
  await screen.findByRole('link', { name: 'Q20261120-0001' });
  expect((await send()).disabled).toBe(false);
});
