import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openDataDirectory, toDataDirectoryPath, type DataDirectoryPath } from './data-directory.ts';
import { checkMethod, type Checker, type LockHolder } from './directory-lock.ts';
import { StartError } from '#server/start/start-error.ts';

let root: string;
let path: DataDirectoryPath;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'quotemill data 目录 '));
  path = toDataDirectoryPath(join(root, '智造 报价', 'data'));
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'opened',
    (error: unknown) => (error instanceof StartError ? error.message : `no StartError: ${String(error)}`),
  );

describe('openDataDirectory', () => {
  it('creates the directory, in a path with spaces and Chinese characters', async () => {
    const directory = await openDataDirectory(path);
    expect(directory.path).toBe(path);
    expect(existsSync(path)).toBe(true);
    await directory.release();
  });

  it('refuses a second holder, names the first, and admits it after the release', async () => {
    const first = await openDataDirectory(path);
    const sentence = await refusal(openDataDirectory(path));
    expect(sentence).toContain(`正被进程 ${process.pid} 使用（主机 ${hostname()}，自 20`);
    await first.release();
    await first.release();
    await (await openDataDirectory(path)).release();
  });

  it('leaves one small file, however often it is opened', async () => {
    for (let i = 0; i < 20; i += 1) await (await openDataDirectory(path)).release();
    expect(await readdir(join(path, 'lock'))).toEqual(['20']);
  });

  it('ignores a torn lock file', async () => {
    await mkdir(join(path, 'lock'), { recursive: true });
    await writeFile(join(path, 'lock', '7'), '{"pid":');
    expect(await refusal(openDataDirectory(path))).toBe('opened');
  });

  it('takes over when the pid now belongs to another process', async () => {
    await (await openDataDirectory(path)).release();
    await editLock((holder) => ({ ...holder, released: false, start: '1' }));
    expect(await refusal(openDataDirectory(path))).toBe('opened');
  });

  it.each([
    ['on another host', { host: 'elsewhere' }],
    ['in another container under the same host name', { pidNamespace: 'pid:[1]' }],
    ['of a version that did not store its namespace', { pidNamespace: undefined }],
    ['on a machine of the same name', { boot: 'other', start: '1' }],
  ])('respects a holder %s while it touches its file', async (_where, elsewhere) => {
    await (await openDataDirectory(path)).release();
    await editLock((holder) => ({ ...holder, released: false, ...elsewhere }));
    const beat = setInterval(() => void touchLock(0), 200);
    const sentence = await refusal(openDataDirectory(path));
    clearInterval(beat);
    expect(sentence).toContain(`正被另一个容器或主机中的进程 ${process.pid} 使用`);
  });

  it('takes over from a holder in another container after 20 s of silence', async () => {
    await (await openDataDirectory(path)).release();
    await editLock((holder) => ({ ...holder, released: false, pidNamespace: 'pid:[1]' }));
    await touchLock(-19_000);
    expect(await refusal(openDataDirectory(path))).toBe('opened');
  });

  it('refuses a disk with too little free space and creates nothing', async () => {
    const sentence = await refusal(openDataDirectory(path, { minimumFree: Number.MAX_SAFE_INTEGER }));
    expect(sentence).toMatch(/^数据目录 .* 所在磁盘只剩 \d+ MB，至少需要 \d+ MB。$/);
    expect(await readdir(root)).toEqual([]);
  });

  it('opens an existing data directory on a full disk', async () => {
    await (await openDataDirectory(path)).release();
    expect(await refusal(openDataDirectory(path, { minimumFree: Number.MAX_SAFE_INTEGER }))).toBe('opened');
  });

  it('reports a path that contains a file', async () => {
    await writeFile(join(root, '智造 报价'), '');
    expect(await refusal(openDataDirectory(path))).toContain('路径中有一段不是目录');
  });

  it('reports a directory that is not writable', async () => {
    // Root can write anywhere except /proc; an ordinary user is refused in its parent, too.
    const parent = process.platform === 'linux' ? '/proc/1' : '/System';
    const blocked = toDataDirectoryPath(join(parent, 'quotemill', 'data'));
    expect(await refusal(openDataDirectory(blocked, { minimumFree: 0 }))).toMatch(
      /^数据目录 .* 无法使用：.*。$/,
    );
  });
});

describe('checkMethod', () => {
  const here: Checker = { host: 'shop', boot: 'b1', pidNamespace: 'pid:[1]', now: 100_000, bootedAt: 50_000 };
  const holder = { ...here, pid: 7, start: '1', since: '2026-11-22T00:00:00Z', released: false };

  it.each<[string, Partial<LockHolder>, number, ReturnType<typeof checkMethod>]>([
    ['a released lock is free', { released: true, host: 'other' }, 99_000, 'released'],
    ['the pid counts in its namespace', {}, 99_000, 'look up'],
    ['silence counts in another namespace', { pidNamespace: 'pid:[2]' }, 99_000, { silentForMs: 1_000 }],
    ['silence counts in an unknown namespace', { pidNamespace: undefined }, 60_000, { silentForMs: 40_000 }],
    ['silence counts under another host name', { host: 'container' }, 60_000, { silentForMs: 40_000 }],
    ['a touch before the reboot counts as silence', { boot: 'b0' }, 40_000, { silentForMs: 60_000 }],
    ['a touch by another boot starts a new watch', { boot: 'b0' }, 60_000, { silentForMs: 0 }],
    ['the clock of another host is ignored', { boot: 'b0', host: 'other' }, 40_000, { silentForMs: 0 }],
  ])('%s', (_title, change, touchedAt, verdict) => {
    expect(checkMethod({ ...holder, ...change }, touchedAt, here)).toStrictEqual(verdict);
  });
});

/** Touches the first lock file like its holder, with a clock that is off by this much. */
async function touchLock(offMs: number): Promise<void> {
  const at = new Date(Date.now() + offMs);
  await utimes(join(path, 'lock', '1'), at, at);
}

async function editLock(edit: (holder: Record<string, unknown>) => Record<string, unknown>): Promise<void> {
  const file = join(path, 'lock', '1');
  await writeFile(file, JSON.stringify(edit(JSON.parse(await readFile(file, 'utf8')))));
}
