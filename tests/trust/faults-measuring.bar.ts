import { mkdir, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect } from 'vitest';
import { sendSignal } from '#server/system/process-table.ts';
import { signIn } from '#tests/support/app/api-client.ts';
import { stepText } from '#tests/support/models/brep-files.ts';
import { measuringProcesses, sendModelTo } from '#tests/support/processes/measuring.ts';
import { boxMesh } from '#tests/support/models/mesh-parts.ts';
import { boxStl } from '#tests/support/models/models.ts';
import { privateDatabase } from '#tests/support/load/order-ledger.ts';
import { runServer } from '#tests/support/processes/run-server.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { findStrays, noStrays } from '#tests/support/processes/stray-files.ts';
import { ownDirectory, queryPrivate } from '#tests/support/processes/own-directory.ts';
import { bar, notRun } from './bar.ts';

const ROUNDS = atScale(2, 20);
/** Random time from the first sight of the process to the kill, about as long as it measures. */
const KILL_WITHIN_MS = 1_500;
/** On the quick scale, the time that passes for jobs of a killed server and for jobs that wait for a retry. */
const PASSED_S = atScale(120, 0);
/** Lease of a job, and twice the time of measuring what waits behind it. */
const LONGEST_MS = 900_000;
const edges = [60, 40, 8] as const;
const files = [
  ['stl', boxStl(edges)],
  ['step', Buffer.from(stepText(boxMesh(edges)))],
] as const;

const directory = ownDirectory('quotemill-measuring-');
const dataDir = directory.at('data');
/** Memory of the servers only. */
const temporary = `${directory.path}/temporary`;
beforeAll(() => mkdir(temporary));

const start = () => runServer(dataDir, { env: { TMPDIR: temporary } });

interface Stored {
  id: number;
  status: string;
  measurings: number;
  bodies: number;
}

const readModels = () =>
  queryPrivate<Stored>(
    dataDir,
    `select id, status, measurings,
      (select count(*)::int from model_body where model_id = model_file.id) as bodies
    from model_file order by id`,
  );

const measuredOnce = (id: number): Stored => ({ id, status: 'measured', measurings: 1, bodies: 1 });

/** A model is stored completely or not at all. */
async function expectWhole(sent: readonly number[]): Promise<void> {
  const models = await readModels();
  expect(models).toEqual(
    sent.map((id, n) =>
      models[n]?.status === 'waiting'
        ? { id, status: 'waiting', measurings: 0, bodies: 0 }
        : measuredOnce(id),
    ),
  );
}

/** Ends the leases of a killed server that has not been replaced yet. */
const passLeases = () =>
  queryPrivate(
    dataDir,
    "update pgboss.job set started_on = started_on - make_interval(secs => $1) where name = 'measure-model' and state = 'active'",
    [PASSED_S],
  );
const passWaits = () =>
  queryPrivate(
    dataDir,
    "update pgboss.job set start_after = start_after - make_interval(secs => $1) where name = 'measure-model' and state < 'active'",
    [PASSED_S],
  );

bar(
  105,
  'a model is measured once and whole, whenever the server or the process that measures it is killed',
  async (tell) => {
    // Measuring processes are found in /proc.
    if (process.platform !== 'linux') return notRun('no /proc');
    const sent: number[] = [];
    const killed = { server: 0, child: 0, between: 0 };
    let server = await start();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const customer = await signIn(server.address);
      for (const [format, content] of files)
        sent.push(await sendModelTo(server.address, customer, { name: `${round}.${format}`, content }));
      // For a model of this round: a file whose process ends twice without an answer needs manual review.
      const own = () => measuringProcesses(server.pid, (name) => name.startsWith(`${round}.`));
      await expect.poll(own, { timeout: LONGEST_MS, interval: 20 }).toHaveLength(1);
      await delay(Math.random() * KILL_WITHIN_MS);
      const [pid] = await own();
      const isChildsTurn = round % 2 === 0;
      killed[pid === undefined ? 'between' : isChildsTurn ? 'child' : 'server'] += 1;
      if (isChildsTurn && pid !== undefined) sendSignal(pid, 'SIGKILL');
      if (isChildsTurn) continue;

      await server.kill();
      await passLeases();
      // The process notices that its server has ended.
      const left = () => measuringProcesses(server.pid);
      await expect.poll(left, { timeout: 60_000 }).toEqual([]);
      await expectWhole(sent);
      server = await start();
    }
    const waiting = async () => {
      await passWaits();
      return (await readModels()).filter(({ status }) => status === 'waiting').length;
    };
    await expect.poll(waiting, { timeout: LONGEST_MS, interval: 1_000 }).toBe(0);
    const [jobs] = await queryPrivate<{ again: number; left: number }>(
      dataDir,
      `select count(*) filter (where retry_count > 0)::int as again, count(*) filter (where state < 'completed')::int as left
       from pgboss.job where name in ('measure-model', 'give-up-model')`,
    );
    tell(
      `${ROUNDS} kills while ${sent.length} models were measured: the server ${killed.server} times, the process of its own ` +
        `${killed.child} times, at the end of a process ${killed.between} times; every model measured once, no job left, ` +
        `${jobs?.again} run again, 0 stray files`,
    );
    expect(await readModels()).toEqual(sent.map(measuredOnce));
    expect(jobs?.left).toBe(0);
    expect(await findStrays(await privateDatabase(dataDir), `${dataDir}/files`)).toEqual(noStrays);
    expect(await readdir(temporary)).toEqual([]);
    expect(await measuringProcesses(server.pid)).toEqual([]);
    expect(await server.stop()).toMatchObject({ code: 0 });
  },
  { timeout: 3_600_000 },
);
