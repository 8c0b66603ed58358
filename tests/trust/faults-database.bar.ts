import { expect } from 'vitest';
import { findCluster } from '#server/db/private-postgres/cluster.ts';
import { readPostmasterFile } from '#server/db/private-postgres/postmaster-file.ts';
import { sendSignal } from '#server/system/process-table.ts';
import { signIn } from '#tests/support/app/api-client.ts';
import { startLoad, unexpectedAnswers, type Load } from '#tests/support/load/load.ts';
import { acknowledgedIn, expectOrdersStored, privateDatabase } from '#tests/support/load/order-ledger.ts';
import {
  databaseProcesses,
  runServer,
  signalDatabase,
  type ServerProcess,
} from '#tests/support/processes/run-server.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { expectIdlePool } from '#tests/support/processes/server-figures.ts';
import { ruleOfThree, spread } from '#tests/support/load/spread.ts';
import type { DataDirectoryPath } from '#server/data-directory/data-directory.ts';
import { ownDirectory } from '#tests/support/processes/own-directory.ts';
import { bar } from './bar.ts';

const CUSTOMERS = 12;
/** 5 s on an idle machine; the quick run shares its machine with other tests. */
const BACK_WITHIN_MS = 5_000;
const ANSWER_WITHIN_MS = 10_000;
const timeout = 3_600_000;

const directory = ownDirectory('quotemill-database-');

async function open(name: string) {
  const dataDir = directory.at(name);
  const server = await runServer(dataDir);
  const client = await signIn(server.address);
  return { dataDir, server, load: startLoad(client, await client.composeOrder(3), CUSTOMERS) };
}

const countSince = ({ sent }: Load, from: number, status: number) =>
  sent.filter(({ startedAt, answer }) => startedAt >= from && answer?.status === status).length;
const slowestOf = ({ sent }: Load) => Math.max(...sent.map(({ answer }) => answer?.elapsedMs ?? Infinity));

/** Stops everything and checks that only expected answers came, no acknowledged order is lost, and no connection is in use. */
async function conclude(server: ServerProcess, dataDir: DataDirectoryPath, load: Load): Promise<number> {
  await load.stop();
  expect(unexpectedAnswers(load.sent, [200, 503, 504])).toEqual([]);
  const acknowledged = acknowledgedIn(load.sent);
  await expectOrdersStored(await privateDatabase(dataDir), acknowledged);
  await expectIdlePool(server.address);
  expect((await server.stop()).code).toBe(0);
  expect(await databaseProcesses(dataDir)).toEqual([]);
  return acknowledged.size;
}

/** Depending on the round: kills the postmaster only, stops it like `pg_ctl stop -m immediate`, or kills every process. */
async function killDatabase(dataDir: DataDirectoryPath, round: number): Promise<void> {
  if (round % 3 === 0) return signalDatabase(dataDir, 'SIGKILL');
  const file = await readPostmasterFile(await findCluster(dataDir));
  if (!file) throw new Error('the private database does not run');
  sendSignal(file.pid, round % 3 === 1 ? 'SIGKILL' : 'SIGQUIT');
}

bar(
  77,
  'requests get 503 after the database is killed, until it comes back by itself',
  async () => {
    const rounds = atScale(2, 20);
    const { dataDir, server, load } = await open('kills');
    const outages: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const from = performance.now();
      await expect
        .poll(() => countSince(load, from, 200), { interval: 5, timeout: 20_000 })
        .toBeGreaterThan(60);
      const killedAt = performance.now();
      await killDatabase(dataDir, round);
      await expect
        .poll(() => countSince(load, killedAt, 503), { interval: 5, timeout: 20_000 })
        .toBeGreaterThan(0);
      const downAt = performance.now();
      await expect
        .poll(() => countSince(load, downAt, 200), { interval: 5, timeout: 20_000 })
        .toBeGreaterThan(0);
      outages.push(performance.now() - killedAt);
    }
    const orders = await conclude(server, dataDir, load);
    assertBelow(Math.max(...outages), BACK_WITHIN_MS, 'ms without the database');
    assertBelow(slowestOf(load), ANSWER_WITHIN_MS, 'ms for an answer');
    return (
      `${rounds} kills of PostgreSQL: ${orders} orders acknowledged, 0 lost (${ruleOfThree(rounds)}); ` +
      `${load.sent.length} answers, ${countSince(load, 0, 503)} of them 503, none other, the slowest ` +
      `${Math.round(slowestOf(load))} ms; outages ${spread(outages)}; 0 connections left in use`
    );
  },
  { timeout },
);

bar(
  77,
  'requests get 503 in time while the database hangs, and succeed as soon as it resumes',
  async () => {
    // Hanging requests cost nothing, so two run at once. More would share the two cores while all of them recover.
    const installations = atScale(1, 2);
    const rounds = atScale(1, 10);
    const freezeMs = atScale(10_000, 20_000);
    const back: number[] = [];
    const slowest: number[] = [];
    let refused = 0;
    let orders = 0;
    const opened = await Promise.all(Array.from({ length: installations }, (_, n) => open(`freezes-${n}`)));
    for (let round = 1; round <= rounds; round += 1) {
      const from = performance.now();
      await Promise.all(
        opened.map(async ({ load }) => {
          await expect
            .poll(() => countSince(load, from, 200), { interval: 20, timeout: 20_000 })
            .toBeGreaterThan(40);
        }),
      );
      const frozenAt = performance.now();
      for (const { dataDir } of opened) await signalDatabase(dataDir, 'SIGSTOP');
      try {
        await expect
          .poll(() => performance.now() - frozenAt, { interval: 100, timeout: 2 * freezeMs })
          .toBeGreaterThan(freezeMs);
      } finally {
        for (const { dataDir } of opened) await signalDatabase(dataDir, 'SIGCONT');
      }
      const resumedAt = performance.now();
      await Promise.all(
        opened.map(async ({ load }) => {
          refused += countSince(load, frozenAt, 503);
          // More than the pool's connections: none may be lost.
          await expect
            .poll(() => countSince(load, resumedAt, 200), { interval: 20, timeout: 20_000 })
            .toBeGreaterThan(2 * CUSTOMERS);
          back.push(performance.now() - resumedAt);
        }),
      );
    }
    for (const { server, dataDir, load } of opened) {
      orders += await conclude(server, dataDir, load);
      slowest.push(slowestOf(load));
    }
    expect(refused).toBeGreaterThan(0);
    assertBelow(Math.max(...slowest), ANSWER_WITHIN_MS, 'ms for an answer while it is frozen');
    assertBelow(Math.max(...back), BACK_WITHIN_MS, 'ms until requests are served again');
    return (
      `${installations * rounds} freezes of PostgreSQL of ${freezeMs / 1_000} s: ${refused} answers 503, none other, ` +
      `the slowest after ${Math.round(Math.max(...slowest))} ms; 24 requests served again within ${spread(back)}; ` +
      `${orders} orders acknowledged, 0 lost; 0 connections left in use`
    );
  },
  { timeout },
);
