import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { readPostmasterFile } from '#server/db/private-postgres/postmaster-file.ts';
import { findCluster } from '#server/db/private-postgres/cluster.ts';
import { sendSignal } from '#server/process-table.ts';
import { signIn } from '../support/api-client.ts';
import { startLoad, strangeAnswers } from '../support/load.ts';
import { readStoredOrders } from '../support/order-ledger.ts';
import { report } from '../support/report.ts';
import {
  createTemporaryDirectory,
  databaseProcesses,
  killLeftovers,
  runServer,
  signalDatabase,
} from '../support/run-server.ts';

const ROUNDS = 5;

let directory: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let dataDir: string;
beforeAll(async () => {
  directory = await createTemporaryDirectory('quotemill-database-');
  dataDir = `${directory.path}/data`;
});
afterEach(() => killLeftovers(dataDir));
afterAll(() => directory.remove());

it(`answers 503 in the envelope while its database is killed, ${ROUNDS} times, and comes back by itself`, async () => {
  const server = await runServer(dataDir);
  const client = await signIn(server.address);
  const order = await client.composeOrder(3);
  const load = startLoad(client, order, 12);
  const successesSince = (from: number) =>
    load.sent.filter(({ startedAt, answer }) => startedAt >= from && answer?.status === 200).length;
  const outages: number[] = [];

  for (let round = 1; round <= ROUNDS; round += 1) {
    const from = performance.now();
    await expect.poll(() => successesSince(from), { interval: 5, timeout: 10_000 }).toBeGreaterThan(60);
    const killedAt = performance.now();
    // the postmaster alone, whose children then end by themselves; or all at once
    if (round % 2 === 0) await signalDatabase(dataDir, 'SIGKILL');
    else sendSignal((await readPostmasterFile(await findCluster(dataDir)))!.pid, 'SIGKILL');
    await expect
      .poll(
        () => load.sent.some(({ startedAt, answer }) => startedAt >= killedAt && answer?.status === 503),
        {
          interval: 5,
          timeout: 10_000,
        },
      )
      .toBe(true);
    const downAt = performance.now();
    await expect.poll(() => successesSince(downAt), { interval: 5, timeout: 10_000 }).toBeGreaterThan(0);
    outages.push(Math.round(performance.now() - killedAt));
  }
  await load.stop();

  expect(strangeAnswers(load.sent, [200, 503])).toEqual([]);
  const stored = await readStoredOrders(dataDir);
  const acknowledged = load.sent.filter(({ key, answer }) => key && answer?.status === 200);
  const ids = new Set(stored.ids);
  expect(acknowledged.filter(({ answer }) => !ids.has(Number(answer?.body['data'])))).toEqual([]);
  expect({ torn: stored.torn, gaps: stored.daysWithGaps }).toEqual({ torn: [], gaps: [] });
  const refused = load.sent.filter(({ answer }) => answer?.status === 503).length;
  report(
    `${ROUNDS} kills of the database: ${acknowledged.length} orders acknowledged, 0 lost; ${load.sent.length} answers, ` +
      `${refused} of them 503; back after ${outages.join(', ')} ms`,
  );
  expect((await server.stop()).code).toBe(0);
  expect(await databaseProcesses(dataDir)).toEqual([]);
});

it('answers 503 while its database hangs for 15 seconds, and works again as soon as it moves', async () => {
  const server = await runServer(dataDir);
  const client = await signIn(server.address);
  const order = await client.composeOrder(3);
  const load = startLoad(client, order, 12);
  await expect.poll(() => load.sent.length, { interval: 5, timeout: 10_000 }).toBeGreaterThan(100);
  const frozenAt = performance.now();
  await signalDatabase(dataDir, 'SIGSTOP');
  try {
    await expect
      .poll(() => performance.now() - frozenAt, { interval: 100, timeout: 20_000 })
      .toBeGreaterThan(15_000);
  } finally {
    await signalDatabase(dataDir, 'SIGCONT');
  }
  const movesAt = performance.now();
  // as many at once as the pool has connections, and more: none of them is lost
  await expect
    .poll(
      () => load.sent.filter(({ startedAt, answer }) => startedAt > movesAt && answer?.status === 200).length,
      { interval: 20, timeout: 10_000 },
    )
    .toBeGreaterThan(200);
  await load.stop();

  expect(strangeAnswers(load.sent, [200, 503])).toEqual([]);
  const slowest = Math.max(...load.sent.map(({ answer }) => answer?.elapsedMs ?? Infinity));
  const refused = load.sent.filter(({ startedAt, answer }) => startedAt < movesAt && answer?.status === 503);
  report(
    `database frozen for 15 s: ${refused.length} answers 503, the slowest after ${Math.round(slowest)} ms`,
  );
  expect(refused.length).toBeGreaterThan(0);
  expect(slowest).toBeLessThan(12_000);
  const stored = await readStoredOrders(dataDir);
  const ids = new Set(stored.ids);
  const acknowledged = load.sent.filter(({ key, answer }) => key && answer?.status === 200);
  expect(acknowledged.filter(({ answer }) => !ids.has(Number(answer?.body['data'])))).toEqual([]);
  expect({ torn: stored.torn, gaps: stored.daysWithGaps }).toEqual({ torn: [], gaps: [] });
  expect((await server.stop()).code).toBe(0);
});
