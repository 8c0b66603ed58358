import { chown, mkdir, readdir, stat } from 'node:fs/promises';

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { chooseDatabaseUser, type DatabaseUser } from '#server/db/private-postgres/database-user.ts';
import type { DataDirectoryPath } from '#server/data-directory/data-directory.ts';
import { signIn } from '../support/app/api-client.ts';
import { copyInstallation } from '../support/processes/installation.ts';
import {
  createTemporaryDirectory,
  databaseProcesses,
  killLeftovers,
  runServer,
  type RunOptions,
} from '../support/processes/run-server.ts';

let directory: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let entry: string;
let user: DatabaseUser;

beforeAll(async () => {
  directory = await createTemporaryDirectory('报价 系统 (a+b) %20#');
  // as root: switch to an unprivileged user that every system has; otherwise this process is unprivileged already
  user = await chooseDatabaseUser(directory.path);
  entry = await copyInstallation(`${directory.path}/安装 目录`, user);
});
afterEach(() => killLeftovers(directory.at('data'), directory.at('own/数据 目录')));
afterAll(() => directory.remove());

async function placeOneOrder(dataDir: DataDirectoryPath, options: RunOptions): Promise<number> {
  const server = await runServer(dataDir, { entry, ...options });
  const client = await signIn(server.address);
  const placed = await client.placeOrder(await client.composeOrder(2), 'a-key-of-this-test');
  const { status } = await client.call('GET', `/order/${String(placed.body['data'])}/withExt`);
  expect((await server.stop()).code).toBe(0);
  expect(await databaseProcesses(dataDir)).toEqual([]);
  return status;
}

it('runs from and in a path with spaces, Chinese characters and reserved URL characters', async () => {
  expect(await placeOneOrder(directory.at('data'), {})).toBe(200);
});

it('runs as an unprivileged user, who owns the files it creates', async () => {
  const own = directory.at('own');
  await mkdir(own);
  if (user.uid !== undefined && user.gid !== undefined) await chown(own, user.uid, user.gid);
  const dataDir = directory.at('own/数据 目录');
  expect(await placeOneOrder(dataDir, user)).toBe(200);
  const { uid } = await stat(own);
  expect(uid).not.toBe(0);
  for (const name of await readdir(dataDir)) expect((await stat(`${dataDir}/${name}`)).uid).toBe(uid);
});
