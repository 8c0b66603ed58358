import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '#contract/files/files.ts';
import { readStored } from '#providers/browser-storage.ts';
import { collectNotices, noAnswer, refusal } from '#providers/fake-server.test-data.ts';
import { confirmOrder, renderQuote } from '../render-quote.test-data.tsx';
import { taken, nameOf, file, card, openFiles, UPLOAD } from './part-files.test-data.tsx';

test('a drawing that matches no part is moved to one by keyboard, and back', async () => {
  const { user } = await renderQuote({ server: { [UPLOAD]: (request) => taken(nameOf(request)) } });
  fireEvent.change(screen.getAllByLabelText('选择模型或图纸')[0] as HTMLElement, {
    target: { files: [file('安装说明.pdf')] },
  });
  const made = within(await screen.findByRole('region', { name: '安装说明' }));
  const button = await made.findByRole('button', { name: '把 安装说明.pdf 移到其他零件' });
  button.focus();
  await user.keyboard('{Enter}');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '1 零件 1' }));
  await card().findByRole('button', { name: '移除 安装说明.pdf' });
  expect(screen.queryByRole('region', { name: '安装说明' })).toBeNull();
  const undo = screen.getByRole('button', { name: '撤销上一步' });
  await waitFor(() => expect(document.activeElement).toBe(undo));
  await user.keyboard('{Enter}');
  expect(screen.getByRole('region', { name: '安装说明' })).toBeDefined();
  expect(card().queryByRole('button', { name: '移除 安装说明.pdf' })).toBeNull();
});

describe('before the upload', () => {
  test('a file that is too large or empty is reported', async () => {
    const { sent, choose } = await openFiles((request) => taken(nameOf(request)));
    const large = file('大.pdf');
    Object.defineProperty(large, 'size', { value: MAX_FILE_BYTES + 1 });
    await choose(large, file('空.pdf', ''));
    expect(card().getByText('文件有 50.0 MB，单个文件不能超过 50 MB')).toBeDefined();
    expect(card().getByText('文件是空的')).toBeDefined();
    expect(sent.filter(({ url }) => url === '/public/uploadFile')).toHaveLength(0);
  });

  test('the eleventh file of a part is reported', async () => {
    const { choose } = await openFiles((request) => taken(nameOf(request)));
    await choose(...Array.from({ length: 11 }, (_, n) => file(`${n + 1}.pdf`)));
    expect(await card().findByText('一个零件最多 10 个附件')).toBeDefined();
    await card().findByRole('button', { name: '移除 10.pdf' });
  });
});

test('a missing file is reported at its part', async () => {
  const msg = '附件不存在或已删除，请重新上传';
  const { user, choose } = await openFiles((request) => taken(nameOf(request)), {
    'POST /order': () => refusal(422, msg, 'quote.invalid', { errors: { 'items.0.fileIds': msg } }),
  });
  await choose(file('旧.pdf'));
  await waitFor(() => expect(card().queryByRole('progressbar')).toBeNull());
  await user.click(screen.getByRole('button', { name: '提交订单' }));
  await confirmOrder(user);
  expect(await card().findByText(msg)).toBeDefined();
  await user.click(card().getByRole('button', { name: '移除 旧.pdf' }));
  expect(card().queryByText(msg)).toBeNull();
});

test('leaving the page during an upload shows a warning', async () => {
  const notices = collectNotices();
  const { choose, unmount } = await openFiles(() => noAnswer());
  await choose(file('断.pdf'));
  await card().findByRole('button', { name: '重试 断.pdf' });
  unmount();
  expect(notices.map(({ message }) => message)).toContain('有附件没有上传完成，请回到报价页重新添加');
});

describe('without a network', () => {
  const unload = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
  const goOnline = () => fireEvent(window, new Event('online'));

  test('the browser warns before a file that is not uploaded is lost, until the customer removes it', async () => {
    const { user, choose } = await openFiles(() => noAnswer());
    expect(unload()).toBe(true);
    await choose(file('断.pdf'));
    await card().findByRole('button', { name: '重试 断.pdf' });
    expect(unload()).toBe(false);
    await user.click(card().getByRole('button', { name: '移除 断.pdf' }));
    expect(unload()).toBe(true);
  });

  test('a page that was left neither warns nor sends its files later', async () => {
    const first = await openFiles(() => noAnswer());
    await first.choose(file('断.pdf'));
    await card().findByRole('button', { name: '重试 断.pdf' });
    first.unmount();
    expect(unload()).toBe(true);
    const { sent, choose } = await openFiles((request) => taken(nameOf(request)));
    goOnline();
    await choose(file('好.pdf'));
    await waitFor(() => expect(readStored('draft.7')).toContain('好.pdf'));
    expect(sent.filter(({ url }) => url === '/public/uploadFile').map(nameOf)).toEqual(['好.pdf']);
  });
});

test('drawings can be viewed in the page without a download; other files cannot', async () => {
  const { user, sent, choose } = await openFiles((request) => taken(nameOf(request)));
  await choose(file('支架.dxf'), file('支架.dwg'));
  await card().findByRole('button', { name: '移除 支架.dwg' });
  await waitFor(() => expect(card().queryByRole('progressbar')).toBeNull());
  expect(card().queryByRole('button', { name: '查看 支架.dwg' })).toBeNull();
  await user.click(card().getByRole('button', { name: '查看 支架.dxf' }));
  const dialog = await screen.findByRole('dialog', { name: '支架.dxf' });
  // jsdom has no worker to read it.
  expect((await within(dialog).findByRole('alert')).textContent).toContain('查看程序加载失败');
  await user.click(within(dialog).getByRole('button', { name: '关闭' }));
  expect(screen.queryByRole('dialog', { name: '支架.dxf' })).toBeNull();
  expect(sent.filter(({ url }) => url.startsWith('/file/'))).toEqual([]);
});
