import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { signIn } from '../support/app/api-client.ts';
import { privateDatabase } from '../support/load/order-ledger.ts';
import {
  builtCli,
  createTemporaryDirectory,
  killLeftovers,
  launchServer,
  runServer,
} from '../support/processes/run-server.ts';

let directory: Awaited<ReturnType<typeof createTemporaryDirectory>>;
beforeAll(async () => {
  directory = await createTemporaryDirectory('quotemill-sums-');
});
afterEach(() => killLeftovers(directory.at('data')));
afterAll(() => directory.remove());

it('compares the stored sums with the orders while a server runs, and repairs them', async () => {
  const dataDir = directory.at('data');
  const server = await runServer(dataDir);
  const command = async (...args: string[]) => {
    const { code, stdout, stderr } = await launchServer(dataDir, { entry: builtCli, args }).ended;
    return { code, said: (stdout + stderr).trim() };
  };
  const client = await signIn(server.address);
  const placed = await client.placeOrder(await client.composeOrder(2), randomUUID());
  expect(placed.status).toBe(200);
  expect(await command('sums', 'check')).toEqual({ code: 0, said: '汇总与订单一致' });

  const database = new pg.Client({ connectionString: await privateDatabase(dataDir) });
  await database.connect();
  try {
    const waiting = async () => (await database.query('select from order_change')).rowCount;
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
    await database.query('delete from order_status_sum');
  } finally {
    await database.end();
  }
  expect(await command('sums', 'check')).toEqual({
    code: 1,
    said: '汇总与订单不符：order_status_sum 1 行。请运行 quotemill sums rebuild。',
  });
  expect(await command('sums', 'rebuild')).toEqual({ code: 0, said: '已修正：order_status_sum 1 行' });
  expect(await command('sums', 'check')).toEqual({ code: 0, said: '汇总与订单一致' });
  expect(await command('sums', 'anything')).toMatchObject({ code: 2 });
  expect(await server.stop()).toMatchObject({ code: 0 });
});
