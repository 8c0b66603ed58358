import { expect } from 'vitest';
import { clientOf, signIn } from '#tests/support/app/api-client.ts';
import { createLedger, expectOrdersStored, privateDatabase } from '#tests/support/load/order-ledger.ts';
import {
  killLeftovers,
  runServer,
  signalDatabase,
  type ServerProcess,
} from '#tests/support/processes/run-server.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { ruleOfThree, spread } from '#tests/support/load/spread.ts';
import { createEmptyDatabase } from '#tests/support/app/test-database.ts';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { ownDirectory } from '#tests/support/processes/own-directory.ts';
import { bar } from './bar.ts';

const WRITERS = 20;
/** The full run has an idle machine; the small run shares its machine with other tests. */
const READY_WITHIN_MS = 5_000;
const timeout = 3_600_000;

const directory = ownDirectory('quotemill-kill-');
const dataDir = directory.at('data');

interface Killing {
  rounds: number;
  start: () => Promise<ServerProcess>;
  database: () => Promise<ConnectionString>;
  /** Also killed in some rounds. */
  killMore?: (round: number) => Promise<void>;
}

/** Repeatedly kills the server under writers, and compares their records with the database. */
async function killUnderLoad({ rounds, start, database, killMore }: Killing): Promise<string> {
  const ledger = createLedger();
  const readyMs: number[] = [];
  let inDoubt = 0;
  let server = await start();
  const customer = await signIn(server.address);
  const { token } = customer;
  const order = await customer.composeOrder(3);

  for (let round = 1; round <= rounds; round += 1) {
    const client = clientOf(server.address, token);
    const before = ledger.acknowledged().size;
    const writers = Array.from({ length: WRITERS }, () => ledger.writeUntilCut(client, order));
    // After 20, 39, … orders, so that the kill hits the writers at a different point each time.
    await expect
      .poll(() => ledger.acknowledged().size - before, { interval: 3, timeout: 30_000 })
      .toBeGreaterThanOrEqual(1 + ((round * 19) % 97));
    const killed = server.kill();
    await killMore?.(round);
    await killed;
    await Promise.all(writers);
    inDoubt += ledger.inDoubt().length;

    server = await start();
    readyMs.push(server.readyMs);
    await expectOrdersStored(await database(), ledger.acknowledged());
    await ledger.resolveDoubts(clientOf(server.address, token), order);
    expect(ledger.inDoubt()).toEqual([]);
  }
  const stored = await expectOrdersStored(await database(), ledger.acknowledged());
  expect(stored.ids).toEqual([...ledger.acknowledged().values()].sort((a, b) => a - b));
  expect(ledger.strange).toEqual([]);
  assertBelow(Math.max(...readyMs), READY_WITHIN_MS, 'ms until it is ready');
  expect((await server.stop()).code).toBe(0);
  return (
    `${rounds} kills under ${WRITERS} writers: ${stored.ids.length} orders acknowledged, 0 lost, 0 torn, 0 duplicated ` +
    `(${ruleOfThree(rounds)}), ${inDoubt} in doubt and resolved; ready after ${spread(readyMs)}`
  );
}

bar(
  76,
  'a killed server loses nothing on its private database',
  async () => {
    const figure = await killUnderLoad({
      rounds: atScale(4, 200),
      start: () => runServer(dataDir),
      database: () => privateDatabase(dataDir),
      // Both, as in a crash of the machine.
      killMore: async (round) => {
        if (round % 4 === 0) await signalDatabase(dataDir, 'SIGKILL');
      },
    });
    return `private database (killed too in every fourth round): ${figure}`;
  },
  { timeout },
);

bar(
  76,
  'a killed server loses nothing on a local or a remote database',
  async () => {
    const database = await createEmptyDatabase();
    try {
      const figure = await killUnderLoad({
        rounds: atScale(2, 50),
        start: () => runServer(directory.at('external'), { env: { DATABASE_URL: database.url } }),
        database: () => Promise.resolve(database.url),
      });
      return `DATABASE_URL: ${figure}`;
    } finally {
      await killLeftovers();
      await database.drop();
    }
  },
  { timeout },
);
