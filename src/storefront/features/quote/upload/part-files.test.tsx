import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { readStored } from '#providers/browser-storage.ts';
import { noAnswer, ok, refusal } from '#providers/fake-server.test-data.ts';
import { confirmOrder, renderQuote } from '../render-quote.test-data.tsx';
import { uploads, taken, nameOf, file, card, openFiles } from './part-files.test-data.tsx';

test('files are uploaded one after the other, stay in the draft, and are sent with the order', async () => {
  const { user, sent, choose } = await openFiles((request) => taken(nameOf(request)), {
    'POST /order': () => ok(42, '提交成功'),
  });
  await choose(file('支架.pdf'), file('支架.step'));
  await card().findByRole('button', { name: '移除 支架.step' });
  await waitFor(() => expect(card().queryByRole('progressbar')).toBeNull());
  expect(sent.filter(({ url }) => url === '/public/uploadFile').map(nameOf)).toEqual([
    '支架.pdf',
    '支架.step',
  ]);
  const ids = [uploads.lastId - 1, uploads.lastId];
  await waitFor(() => expect(readStored('draft.7')).toContain(`"id":${uploads.lastId}`));

  await user.click(screen.getByRole('button', { name: '提交订单' }));
  await confirmOrder(user);
  await screen.findByText('另一页');
  const order = sent.find(({ method, url }) => method === 'POST' && url === '/order');
  expect(order?.body).toMatchObject({ items: [{ fileIds: ids }], price: '709.95' });
});

test('a draft is restored with its files, and a removed file is not sent', async () => {
  const first = await openFiles((request) => taken(nameOf(request)));
  await first.choose(file('一.pdf'), file('二.pdf'));
  await card().findByRole('button', { name: '移除 二.pdf' });
  await waitFor(() => expect(readStored('draft.7')).toContain(`"id":${uploads.lastId}`));
  first.unmount();

  const { user, sent } = await renderQuote({ server: { 'POST /order': () => ok(42, '提交成功') } });
  await user.click(await card().findByRole('button', { name: '移除 一.pdf' }));
  await user.click(screen.getByRole('button', { name: '提交订单' }));
  await confirmOrder(user);
  await screen.findByText('另一页');
  const order = sent.find(({ method, url }) => method === 'POST' && url === '/order');
  expect(order?.body).toMatchObject({ items: [{ fileIds: [uploads.lastId] }] });
});

test('a failed upload shows the reason and can be retried; the others continue, and ordering waits for it', async () => {
  let isBroken = true;
  const { user, sent, choose } = await openFiles((request) => {
    const name = nameOf(request);
    if (name === '坏.pdf') return refusal(400, '不支持的文件：只接受…', 'file.unsupported');
    return name === '断.pdf' && isBroken ? noAnswer() : taken(name);
  });
  await choose(file('断.pdf'), file('坏.pdf'), file('好.pdf'));
  expect(await card().findByText('不支持的文件：只接受…')).toBeDefined();
  await waitFor(() => expect(card().queryByRole('progressbar')).toBeNull());
  expect(card().getByText('网络连接失败，请检查网络后重试')).toBeDefined();
  expect(card().queryByRole('button', { name: '重试 坏.pdf' })).toBeNull();
  await user.click(screen.getByRole('button', { name: '提交订单' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByText(/还有附件没有上传完成/)).toBeDefined();
  const retry = card().getByRole('button', { name: '重试 断.pdf' });
  expect(document.activeElement).toBe(retry);
  const reason = card().getByText('网络连接失败，请检查网络后重试');
  expect(reason.getAttribute('role')).toBe('alert');
  expect(retry.getAttribute('aria-describedby')).toBe(reason.id);

  isBroken = false;
  await user.click(retry);
  await waitFor(() => expect(card().queryByText('网络连接失败，请检查网络后重试')).toBeNull());
  await user.click(card().getByRole('button', { name: '移除 坏.pdf' }));
  await user.click(screen.getByRole('button', { name: '提交订单' }));
  expect(screen.getByRole('dialog')).toBeDefined();
  expect(sent.filter(({ url }) => url === '/public/uploadFile')).toHaveLength(4);
});

describe('without a network', () => {
  const goOnline = () => fireEvent(window, new Event('online'));

  test('a file that was not uploaded is retried automatically, also after the first attempts fail', async () => {
    let attempts = 0;
    const { sent, choose } = await openFiles((request) => {
      attempts += 1;
      return attempts < 3 ? noAnswer() : taken(nameOf(request));
    });
    await choose(file('断.pdf'), file('空.pdf', ''));
    await card().findByRole('button', { name: '重试 断.pdf' });
    goOnline();
    await waitFor(() => expect(card().queryByRole('button', { name: '重试 断.pdf' })).toBeNull());
    await waitFor(() => expect(readStored('draft.7')).toContain('断.pdf'));
    expect(card().queryByText('网络连接失败，请检查网络后重试')).toBeNull();
    expect(card().getByText('文件是空的')).toBeDefined();
    expect(sent.filter(({ url }) => url === '/public/uploadFile').map(nameOf)).toEqual(
      Array.from({ length: 3 }, () => '断.pdf'),
    );
  });
});
