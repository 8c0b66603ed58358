import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';

import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';

import { chooseDatabaseUser } from '#server/db/private-postgres/database-user.ts';
import { toDataDirectoryPath, type DataDirectoryPath } from '#server/data-directory/data-directory.ts';
import {
  createTemporaryDirectory,
  databaseProcesses,
  killLeftovers,
  launchServer,
  runServer,
  type RunOptions,
} from '../support/processes/run-server.ts';
import { mountSmallDisk, type SmallDisk } from '../support/processes/small-disk.ts';

let directory: Awaited<ReturnType<typeof createTemporaryDirectory>>;
const disks: SmallDisk[] = [];

beforeAll(async () => {
  directory = await createTemporaryDirectory('quotemill-start-');
});
afterEach(async () => {
  await killLeftovers(...(await readdir(directory.path)).map((name) => directory.at(name)));
  for (const disk of disks.splice(0)) await disk.unmount();
});
afterAll(() => directory.remove());

/** Starts a server that must fail with one sentence on stderr, nothing on stdout and a non-zero exit code. */
async function refusalOf(dataDir: DataDirectoryPath, options?: RunOptions): Promise<string> {
  const { code, stdout, stderr } = await launchServer(dataDir, options).ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+。\n$/);
  return stderr;
}

describe('a malformed setting stops the start with one sentence that names it, before anything is created', () => {
  test.each([
    ['HOST', 'no host'],
    ['PORT', '65536'],
    ['PORT', 'abc'],
    ['DATABASE_URL', 'mysql://user:geheim@db/x'],
    ['DATABASE_POOL', '0'],
    ['ADMIN_PASSWORD', 'geheim'],
    ['CUSTOMER_PASSWORD', 'geheim'],
    ['LOGIN_CAPTCHA', 'maybe'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['FILE_STORE', 'ftp://geheim'],
    ['LOG_LEVEL', 'loud'],
    ['DOCS', 'yes'],
  ])('%s=%s', async (name, value) => {
    const before = await readdir(directory.path);
    const sentence = await refusalOf(directory.at('none'), { env: { [name]: value } });
    expect(sentence).toMatch(new RegExp(`^启动设置有误：${name} .*。`));
    expect(sentence).not.toContain('geheim');
    expect(await readdir(directory.path)).toEqual(before);
  });
});

describe('an unusable address stops the start before anything is created', () => {
  it('a port in use by another program', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const sentence = await refusalOf(directory.at('none'), { env: { PORT: String(port) } });
    other.close();
    expect(sentence).toBe(`无法监听 127.0.0.1:${port}：已被其他程序占用，请用 PORT 指定其他端口。\n`);
    expect(await readdir(directory.path)).not.toContain('none');
  });

  it('an address of another machine', async () => {
    // 192.0.2.0/24 is reserved for documentation and never assigned
    const sentence = await refusalOf(directory.at('none'), { env: { HOST: '192.0.2.1', PORT: '0' } });
    expect(sentence).toContain('无法监听 192.0.2.1');
    expect(await readdir(directory.path)).not.toContain('none');
  });
});

describe('an unusable data directory stops the start with one sentence and is left unchanged', () => {
  it('a file at its path', async () => {
    const file = directory.at('file');
    await writeFile(file, 'precious');
    expect(await refusalOf(file)).toContain(`数据目录 ${file} 无法使用：`);
    expect((await stat(file)).size).toBe('precious'.length);
  });

  it('a file at its parent’s path', async () => {
    const file = directory.at('parent');
    await writeFile(file, 'precious');
    expect(await refusalOf(directory.at('parent/data'))).toContain(`数据目录 ${file}/data 无法使用：`);
    expect((await stat(file)).size).toBe('precious'.length);
  });

  it('a read-only disk, or a directory of another user', async () => {
    const path = directory.at('read-only');
    const disk = await mountSmallDisk(path, 'ro,size=512m');
    if (disk) disks.push(disk);
    else await chmod(path, 0o555);
    // Root may write everywhere except in /proc when it cannot mount a read-only disk.
    const target = !disk && process.getuid?.() === 0 ? toDataDirectoryPath('/proc/none') : path;
    const reason = disk ? ' 无法使用：文件系统是只读的。' : ' ';
    expect(await refusalOf(target)).toContain(`数据目录 ${target}${reason}`);
    expect(await refusalOf(toDataDirectoryPath(`${target}/data`))).toContain(
      `数据目录 ${target}/data${reason}`,
    );
    expect(await readdir(path)).toEqual([]);
  });

  it('a full or nearly full disk', async () => {
    const path = directory.at('full');
    const disk = await mountSmallDisk(path, 'size=60m');
    if (disk) disks.push(disk);
    // /dev/full never has free space
    const target = toDataDirectoryPath(disk ? `${path}/data` : '/dev/full/data');
    expect(await refusalOf(target)).toMatch(disk ? /只剩 60 MB，至少需要 200 MB。/ : /无法使用：/);
    expect(await readdir(path)).toEqual([]);
  });
});

it('leaves no database running when it is stopped during its start', async () => {
  const dataDir = directory.at('early');
  await mkdir(dataDir);
  const user = await chooseDatabaseUser(dataDir);
  if (user.uid !== undefined && user.gid !== undefined) await chown(dataDir, user.uid, user.gid);
  // once while the database is created, once while it starts, once when it runs and is filled
  for (const sign of ['lock', 'postgres', 'postgres/postmaster.pid']) {
    const { pid, ended } = launchServer(dataDir);
    await expect
      .poll(() => stat(`${dataDir}/${sign}`).then(Boolean, () => false), { interval: 1, timeout: 20_000 })
      .toBe(true);
    process.kill(pid, 'SIGTERM');
    await ended;
    await expect.poll(() => databaseProcesses(dataDir), { timeout: 10_000 }).toEqual([]);
  }
  const server = await runServer(dataDir);
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  expect((await server.stop()).code).toBe(0);
});
