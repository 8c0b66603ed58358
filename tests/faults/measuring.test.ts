import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { API_BASE } from '#contract/endpoint.ts';
import { signIn } from '#tests/support/api-client.ts';
import { form, formPart, formType } from '#tests/support/files.ts';
import { boxStl } from '#tests/support/models.ts';
import { privateDatabase } from '#tests/support/order-ledger.ts';
import { report } from '#tests/support/report.ts';
import { createTemporaryDirectory, killLeftovers, runServer } from '#tests/support/run-server.ts';
import { atScale } from '#tests/support/scale.ts';

const ROUNDS = atScale(1, 20);
/** Lease of a job, and twice the time of measuring what waits behind it. */
const LONGEST_MS = 600_000;

let directory: Awaited<ReturnType<typeof createTemporaryDirectory>>;
beforeAll(async () => {
  directory = await createTemporaryDirectory('quotemill-measuring-');
});
afterEach(() => killLeftovers(directory.at('data')));
afterAll(() => directory.remove());

/** Runs one query on the private database of a running server. */
async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: await privateDatabase(directory.at('data')) });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Running processes that measure a model; none where the system does not tell. */
async function measuringProcesses(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  // Its name is an argument, so that other runs on this machine are told apart.
  return lines.filter((line) => line.includes('measure-child') && line.includes('killed-'));
}

async function send(address: string, token: string, name: string): Promise<number> {
  const answer = await fetch(`${address}${API_BASE}/model`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': formType },
    body: form(formPart('file', name, boxStl([60, 40, 8]))),
  });
  const { data } = (await answer.json()) as { data: { id: number } };
  expect(answer.status).toBe(200);
  return data.id;
}

it('kill -9 while models are measured loses no job, and each has its effect once', async () => {
  const dataDir = directory.at('data');
  const sent: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const server = await runServer(dataDir);
    const { token } = await signIn(server.address);
    for (const part of ['a', 'b'])
      sent.push(await send(server.address, token, `killed-${round}-${part}.stl`));
    await expect
      .poll(() => measuringProcesses(), { timeout: 120_000, interval: 20 })
      .toHaveLength(process.platform === 'linux' ? 1 : 0);
    await server.kill();
    // The child notices that its server is gone.
    await expect.poll(() => measuringProcesses(), { timeout: 30_000 }).toHaveLength(0);
  }

  const server = await runServer(dataDir);
  const waiting = () =>
    query<{ count: number }>("select count(*)::int as count from model_file where status = 'waiting'");
  await expect.poll(waiting, { timeout: LONGEST_MS, interval: 1_000 }).toEqual([{ count: 0 }]);
  const models = await query<{ id: number; status: string; measurings: number; bodies: number }>(
    `select id, status, measurings, (select count(*)::int from model_body where model_id = model_file.id) as bodies
     from model_file order by id`,
  );
  expect(models).toEqual(sent.map((id) => ({ id, status: 'measured', measurings: 1, bodies: 1 })));
  const [runs] = await query<{ again: number }>(
    "select count(*) filter (where retry_count > 0)::int as again from pgboss.job where name = 'measure-model'",
  );
  report(
    `${ROUNDS} kills while measuring: ${sent.length} of ${sent.length} models measured once, ${runs?.again} runs repeated`,
  );
  expect(await server.stop()).toMatchObject({ code: 0 });
}, 1_800_000);
