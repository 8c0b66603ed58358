import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '#contract/files.ts';
import { readStored } from '#providers/browser-storage.ts';
import {
  collectNotices,
  noAnswer,
  ok,
  refusal,
  type Answer,
  type SentRequest,
} from '#providers/fake-server.test-data.ts';
import { confirmOrder, partCard, renderQuote } from '../render-quote.test-data.tsx';

const UPLOAD = 'POST /public/uploadFile';
let lastId = 100;

/** The server's answer to an accepted upload. */
function taken(name: string): Answer {
  lastId += 1;
  const file = {
    id: lastId,
    name,
    size: 3,
    type: 'application/pdf',
    path: '',
    full_path: '',
    hasThumbnail: false,
  };
  return { requestId: 'r', code: 200, msg: '上传成功', ...file, data: file };
}

const nameOf = ({ body }: SentRequest) => ((body as FormData).get('file') as File).name;
const file = (name: string, content = name) => new File([content], name);
const card = () => within(partCard('零件 1'));

async function openFiles(upload: (request: SentRequest) => Answer | Promise<Answer>, more = {}) {
  const view = await renderQuote({ server: { [UPLOAD]: upload, ...more } });
  await view.user.click(card().getByRole('button', { name: '添加图纸' }));
  const input = await card().findByLabelText('选择附件');
  const choose = (...chosen: File[]) => view.user.upload(input, chosen);
  return { ...view, choose };
}

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
  const ids = [lastId - 1, lastId];
  await waitFor(() => expect(readStored('draft.7')).toContain(`"id":${lastId}`));

  await user.click(screen.getByRole('button', { name: '提交订单' }));
  await confirmOrder(user);
  await screen.findByText('另一页');
  const order = sent.find(({ method, url }) => method === 'POST' && url === '/order');
  expect(order?.body).toMatchObject({ items: [{ fileIds: ids }], price: '709.95' });
});

test('a drawing that fits no part is moved to the one it belongs to, by keyboard, and back', async () => {
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

test('a draft is restored with its files, and a removed file is not sent', async () => {
  const first = await openFiles((request) => taken(nameOf(request)));
  await first.choose(file('一.pdf'), file('二.pdf'));
  await card().findByRole('button', { name: '移除 二.pdf' });
  await waitFor(() => expect(readStored('draft.7')).toContain(`"id":${lastId}`));
  first.unmount();

  const { user, sent } = await renderQuote({ server: { 'POST /order': () => ok(42, '提交成功') } });
  await user.click(await card().findByRole('button', { name: '移除 一.pdf' }));
  await user.click(screen.getByRole('button', { name: '提交订单' }));
  await confirmOrder(user);
  await screen.findByText('另一页');
  const order = sent.find(({ method, url }) => method === 'POST' && url === '/order');
  expect(order?.body).toMatchObject({ items: [{ fileIds: [lastId] }] });
});

test('a failed upload says why and can be retried; the others continue, and ordering waits for it', async () => {
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

describe('before the upload', () => {
  test('a file that is too large, empty or one too many is reported', async () => {
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

  test('a file that was not uploaded is sent again by itself, also after the first attempts fail', async () => {
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

  test('the browser asks before a file that is not uploaded is lost, until the customer removes it', async () => {
    const { user, choose } = await openFiles(() => noAnswer());
    expect(unload()).toBe(true);
    await choose(file('断.pdf'));
    await card().findByRole('button', { name: '重试 断.pdf' });
    expect(unload()).toBe(false);
    await user.click(card().getByRole('button', { name: '移除 断.pdf' }));
    expect(unload()).toBe(true);
  });

  test('a page that was left neither asks nor sends its files later', async () => {
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

test('drawings can be read in the page, from this computer; other files cannot', async () => {
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
