import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { signIn } from '../support/app/api-client.ts';
import { startLoad, unexpectedAnswers } from '../support/load/load.ts';
import { privateDatabase, readStoredOrders } from '../support/load/order-ledger.ts';
import { report } from '../support/load/report.ts';
import {
  createTemporaryDirectory,
  databaseProcesses,
  killLeftovers,
  runServer,
} from '../support/processes/run-server.ts';

const ROUNDS = 3;

let directory: Awaited<ReturnType<typeof createTemporaryDirectory>>;
beforeAll(async () => {
  directory = await createTemporaryDirectory('quotemill-stop-');
});
afterEach(() => killLeftovers(directory.at('data')));
afterAll(() => directory.remove());

it('finishes running requests on SIGTERM, exits with 0 and leaves no database running', async () => {
  const dataDir = directory.at('data');
  const unanswered: string[] = [];
  const acknowledged: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const server = await runServer(dataDir);
    const client = await signIn(server.address);
    const load = startLoad(client, await client.composeOrder(3), 40);
    await expect.poll(() => load.sent.length, { interval: 2, timeout: 20_000 }).toBeGreaterThan(150 * round);
    const signalledAt = performance.now();
    const { code, signal } = await server.stop();
    const stopMs = performance.now() - signalledAt;
    await load.stop();

    expect({ code, signal }).toEqual({ code: 0, signal: null });
    expect(stopMs).toBeLessThan(30_000);
    expect(await databaseProcesses(dataDir)).toEqual([]);
    // The system refuses connections that the server did not accept; accepted ones are answered.
    const answered = load.sent.filter(({ answer }) => answer);
    expect(unexpectedAnswers(answered, [200, 503])).toEqual([]);
    const after = answered.filter((sent) => sent.startedAt + (sent.answer?.elapsedMs ?? 0) > signalledAt);
    expect(after.filter(({ answer }) => answer?.status === 200).length).toBeGreaterThan(0);
    const orders = load.sent.filter(({ key }) => key !== undefined);
    for (const { key = '', answer } of orders) {
      if (answer?.status === 200) acknowledged.push(Number(answer.body['data']));
      else unanswered.push(key);
    }
    report(
      `stopped with 40 customers: ${after.length} answers afterwards, ` +
        `${after.filter(({ answer }) => answer?.status === 200).length} of them 200; ended after ${Math.round(stopMs)} ms`,
    );
  }

  const server = await runServer(dataDir);
  const stored = await readStoredOrders(await privateDatabase(dataDir));
  expect(unanswered.filter((key) => stored.byKey.has(key))).toEqual([]);
  expect(stored.ids).toEqual(acknowledged.sort((a, b) => a - b));
  expect({ torn: stored.torn, gaps: stored.daysWithGaps }).toEqual({ torn: [], gaps: [] });
  expect((await server.stop()).code).toBe(0);
});
