import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { bar } from './bar.ts';

let app: ServedApp;
/** Outside the test's database, whose connections are ended. */
let control: pg.Client;
let name: string;
beforeAll(async () => {
  app = await createServedApp();
  const url = new URL(app.url);
  name = url.pathname.slice(1);
  url.pathname = '/postgres';
  control = new pg.Client({ connectionString: url.href });
  await control.connect();
});
afterAll(async () => {
  await control.end();
  await app.close();
});

/** As after a demotion: all connections end, and new ones can only read. */
async function demote(): Promise<void> {
  await control.query(`alter database ${pg.escapeIdentifier(name)} set default_transaction_read_only = on`);
  await control.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
}

/** New connections lead to a leader again; existing ones are not affected. */
const promote = () =>
  control.query(`alter database ${pg.escapeIdentifier(name)} reset default_transaction_read_only`);

bar(
  97,
  'while the database has no leader writes get 503, then succeed, and what was carried out is logged once',
  async (tell) => {
    const { token } = await addPerson(app, { roleKey: 'admin' });
    const item = buildItem(await readCatalogue(app, { token }));
    const order = await buildOrder(app, { token }, [item]);
    let written = 0;
    const attempts: number[] = [];
    const write = async () => {
      written += 1;
      const body = { postName: '岗', postCode: `leader-${written}`, sort: 1, status: 2 };
      const { status } = await app.send('POST', '/post', { token, body });
      attempts.push(status);
      const placed = await place(app, { token }, order);
      attempts.push(placed.status);
      return [status, placed.status];
    };
    expect(await write()).toEqual([200, 200]);
    const recoveries: number[] = [];
    for (let round = 0; round < atScale(2, 10); round += 1) {
      await demote();
      for (let n = 0; n < 5; n += 1) await Promise.all([write(), write(), write()]);
      // Reads continue.
      expect((await app.send('GET', '/post', { token })).status).toBe(200);
      await promote();
      const since = performance.now();
      while ((await write()).some((status) => status !== 200)) {
        assertBelow(performance.now() - since, 10_000, 'ms for an answer');
        await delay(20);
      }
      recoveries.push(performance.now() - since);
      expect(
        await Promise.all([write(), write(), write(), write()].map(async (one) => Math.max(...(await one)))),
      ).toEqual([200, 200, 200, 200]);
    }
    const refused = attempts.filter((status) => status === 503).length;
    tell(
      `${recoveries.length} demotions under ${attempts.length} writes: ${refused} answered 503, ` +
        `${attempts.filter((status) => status !== 200 && status !== 503).length} otherwise; writes succeed again after at ` +
        `most ${Math.round(Math.max(...recoveries))} ms`,
    );
    expect([...new Set(attempts)].toSorted((a, b) => a - b)).toEqual([200, 503]);
    // Without a database the user is unknown, so such an attempt has no row. No attempt has two.
    const logged = async () => {
      const { rows } = await app.database.pool.query<{ done: number; repeated: number }>(
        `select count(*) filter (where code = 200)::int as done, (count(*) - count(distinct request_id))::int as repeated
         from sys_opera_log where oper_url in ('/api/v1/post', '/api/v1/order')`,
      );
      return rows[0];
    };
    const done = attempts.filter((status) => status === 200).length;
    await expect.poll(logged, { timeout: 20_000 }).toEqual({ done, repeated: 0 });
  },
);
