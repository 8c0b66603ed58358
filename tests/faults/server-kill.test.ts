import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { signIn, clientOf } from '../support/api-client.ts';
import { createLedger, readStoredOrders } from '../support/order-ledger.ts';
import { report } from '../support/report.ts';
import {
  createTemporaryDirectory,
  killLeftovers,
  runServer,
  signalDatabase,
  type ServerProcess,
} from '../support/run-server.ts';

const ROUNDS = 20;
const WRITERS = 8;

let directory: Awaited<ReturnType<typeof createTemporaryDirectory>>;
beforeAll(async () => {
  directory = await createTemporaryDirectory('quotemill-kill-');
});
afterEach(() => killLeftovers(`${directory.path}/data`));
afterAll(() => directory.remove());

it(
  `loses, tears and doubles no acknowledged order in ${ROUNDS} kills of the server under ${WRITERS} writers`,
  { timeout: 600_000 },
  async () => {
    const dataDir = `${directory.path}/data`;
    const ledger = createLedger();
    const readyMs: number[] = [];
    let inDoubt = 0;
    let server: ServerProcess = await runServer(dataDir);
    const customer = await signIn(server.address);
    const { token } = customer;
    const order = await customer.composeOrder(3);

    for (let round = 1; round <= ROUNDS; round += 1) {
      const client = clientOf(server.address, token);
      const before = ledger.acknowledged().size;
      const writers = Array.from({ length: WRITERS }, () => ledger.writeUntilCut(client, order));
      // after 12 orders, 31 orders, …: the kill meets the writers at another point each time
      await expect
        .poll(() => ledger.acknowledged().size - before, { interval: 3, timeout: 20_000 })
        .toBeGreaterThanOrEqual(12 + ((round * 19) % 97));
      const killed = server.kill();
      if (round % 4 === 0) await signalDatabase(dataDir, 'SIGKILL'); // both, as when the machine crashes
      await killed;
      await Promise.all(writers);
      inDoubt += ledger.inDoubt().length;

      server = await runServer(dataDir);
      readyMs.push(server.readyMs);
      await checkAgainst(dataDir);
      await ledger.resolveDoubts(clientOf(server.address, token), order);
      expect(ledger.inDoubt()).toEqual([]);
    }
    const stored = await checkAgainst(dataDir);
    expect(stored.ids).toEqual([...ledger.acknowledged().values()].sort((a, b) => a - b));
    expect(ledger.strange).toEqual([]);

    const sorted = readyMs.toSorted((a, b) => a - b).map(Math.round);
    report(
      `${ROUNDS} kills: ${ledger.acknowledged().size} orders acknowledged, 0 lost, 0 torn, 0 duplicated, ` +
        `${inDoubt} in doubt and resolved; ready again after ${sorted[ROUNDS / 2]} ms (median), ${sorted.at(-1)} ms (slowest)`,
    );
    expect((await server.stop()).code).toBe(0);

    /** Everything acknowledged so far is there, under its key, once and whole. */
    async function checkAgainst(dataDir: string) {
      const stored = await readStoredOrders(dataDir);
      const ids = new Set(stored.ids);
      const acknowledged = [...ledger.acknowledged()];
      expect(acknowledged.filter(([, id]) => !ids.has(id))).toEqual([]);
      expect(acknowledged.filter(([key, id]) => stored.byKey.get(key) !== id)).toEqual([]);
      // one order a key, and none without
      expect([...stored.byKey.values()].sort((a, b) => a - b)).toEqual(stored.ids);
      expect({ torn: stored.torn, gaps: stored.daysWithGaps }).toEqual({ torn: [], gaps: [] });
      return stored;
    }
  },
);
