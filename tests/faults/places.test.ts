import { chown, mkdir, readdir, stat } from 'node:fs/promises';

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { chooseDatabaseUser, type DatabaseUser } from '#server/db/private-postgres/database-user.ts';
import { signIn } from '../support/api-client.ts';
import { copyInstallation } from '../support/installation.ts';
import {
  createTemporaryDirectory,
  databaseProcesses,
  killLeftovers,
  runServer,
  type RunOptions,
} from '../support/run-server.ts';

let directory: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let entry: string;
let user: DatabaseUser;

beforeAll(async () => {
  directory = await createTemporaryDirectory('报价 系统 (a+b) %20#');
  // as root: postgres or nobody, one of whom every system has; otherwise we are an ordinary user ourselves
  user = await chooseDatabaseUser(directory.path);
  entry = await copyInstallation(`${directory.path}/安装 目录`, user);
});
afterEach(() => killLeftovers(`${directory.path}/data`, `${directory.path}/own/数据 目录`));
afterAll(() => directory.remove());

async function placeOneOrder(dataDir: string, options: RunOptions): Promise<number> {
  const server = await runServer(dataDir, { entry, ...options });
  const client = await signIn(server.address);
  const placed = await client.placeOrder(await client.composeOrder(2), 'a-key-of-this-test');
  const { status } = await client.call('GET', `/order/${String(placed.body['data'])}/withExt`);
  expect((await server.stop()).code).toBe(0);
  expect(await databaseProcesses(dataDir)).toEqual([]);
  return status;
}

it('runs from and in a path with spaces, Chinese characters and signs that URLs mind', async () => {
  expect(await placeOneOrder(`${directory.path}/data`, {})).toBe(200);
});

it('runs as an ordinary user, who owns what it creates', async () => {
  const own = `${directory.path}/own`;
  await mkdir(own);
  if (user.uid !== undefined && user.gid !== undefined) await chown(own, user.uid, user.gid);
  const dataDir = `${own}/数据 目录`;
  expect(await placeOneOrder(dataDir, user)).toBe(200);
  const { uid } = await stat(own);
  expect(uid).not.toBe(0);
  for (const name of await readdir(dataDir)) expect((await stat(`${dataDir}/${name}`)).uid).toBe(uid);
});
