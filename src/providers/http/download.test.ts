import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { posts } from '#contract/people/posts.ts';
import { download } from './download.ts';
import { collectNotices, fakeServer, memoryStorage, refusal } from '../fake-server.test-data.ts';
import { setToken } from '../session/session-store.ts';

const link = { href: '', download: '', click: vi.fn<() => void>() };

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('document', { createElement: () => link });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  link.click.mockClear();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a file is fetched with the user’s session and saved under the server’s file name', async () => {
  setToken('t1');
  const sent = fakeServer(() => new Blob(['a,b']));
  expect(await download(posts.export, { query: { format: 'csv', postName: '工' } })).toBe(true);
  expect(sent[0]).toMatchObject({
    method: 'GET',
    url: `/post/export?format=csv&postName=${encodeURIComponent('工')}`,
    headers: { Authorization: 'Bearer t1' },
  });
  expect(link).toMatchObject({ href: 'blob:file', download: '导出.xlsx' });
  expect(link.click).toHaveBeenCalledOnce();
});

test('a refusal shows the server’s message and saves nothing', async () => {
  const notices = collectNotices();
  fakeServer(() => refusal(400, '共 60000 条，一次最多导出 50000 条，请先缩小筛选范围', 'request.invalid'));
  expect(await download(posts.export)).toBe(false);
  expect(notices.map(({ message }) => message)).toEqual([
    '共 60000 条，一次最多导出 50000 条，请先缩小筛选范围',
  ]);
  expect(link.click).not.toHaveBeenCalled();
});

test('an HTML page from a proxy is shown as a system error', async () => {
  fakeServer(() => '<html>bad gateway</html>');
  await expect(download(posts.export)).resolves.toBe(false);
  expect(link.click).not.toHaveBeenCalled();
});
