import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { sweepRows } from '#server/maintenance/sweep.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';
import { startShares, DAY_MS, MINUTE_MS } from './shares.test-data.ts';

const { app, who, quote, revoke, link, list, open, answer, order } = await startShares();
afterAll(() => app.close());

describe('a link', () => {
  test('to a cancelled quotation shows it as void', async () => {
    const id = await quote();
    const { token } = await link(id);
    const cancel = { to: 'cancelled', version: 1 };
    await app.send('POST', `/order/${id}/move`, { token: who.token, body: cancel });
    expect((await open(token)).data).toMatchObject({ status: 'cancelled' });
  });

  test('works while the database is read-only, and its token is not logged', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const full = await createTestApp({ logger });
    const { pool } = full.database;
    try {
      const { token } = await addPerson(full, { roleKey: 'customer' });
      const item = buildItem(await readCatalogue(full));
      const body = await buildOrder(full, { token }, [item], { status: 'quoted' });
      const { data: id } = await place(full, { token }, body);
      const made = await full.send('POST', `/order/${Number(id)}/share`, { token, body: { days: 1 } });
      const path = `/public/share/${(made.data as { token: string }).token}`;
      await pool.query(`
        create function refuse() returns trigger language plpgsql as
          $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$;
        create trigger full_disk before insert or update on throttle execute function refuse();
        create trigger full_disk before update on quotation_share execute function refuse();`);
      expect((await full.send('GET', path)).status).toBe(200);
      expect(lines.filter((line) => line.includes('not counted'))).toHaveLength(2);
      await pool.query('alter table quotation_document rename to elsewhere');
      expect((await full.send('GET', path)).status).toBe(500);
      expect(lines.some((line) => line.includes('/public/share/…'))).toBe(true);
      expect(lines.join('')).not.toContain(path);
    } finally {
      await full.close();
    }
  });
});

describe('the list', () => {
  test('shows valid links before ended ones, however many have ended', async () => {
    const id = await quote();
    const { id: working } = await link(id, { days: 90 });
    await app.database.pool.query(
      `insert into quotation_share (order_id, revision, token_hash, created_by, created_at, expires_at, revoked_at)
       select $1, 1, 'ended ' || n, $2, now(), now() + (n % 2 - 0.5) * interval '1 day', case n % 2 when 1 then now() end
       from generate_series(1, 120) n`,
      [id, who.userId],
    );
    const listed = await list(id);
    expect(listed).toHaveLength(100);
    expect(listed[0]).toMatchObject({ id: working, isLive: true });
    const ended = listed.slice(1).map((one) => one.id);
    expect(ended).toStrictEqual(ended.toSorted((a, b) => b - a));
    await revoke(id, [working]);
    expect((await list(id)).some(({ isLive }) => isLive)).toBe(false);
  });
});

test('ended links stay in the list for 90 days', async () => {
  const id = await quote();
  const [ended, longer] = [await link(id, { days: 1 }), await link(id, { days: 2 })];
  await sweepRows(app.database.db, new Date(Date.parse(ended.expiresAt) + 90 * DAY_MS + MINUTE_MS));
  expect((await list(id)).map((one) => one.id)).toStrictEqual([longer.id]);
});

describe('a link that allows answering the offer', () => {
  test.each([
    ['only spaces', ' \u3000', '请输入姓名'],
    ['only a filler', '\ufe0f', '请输入姓名'],
    ['zero-width characters', '\u200b\u200b', '姓名含有看不见的字符，请删除后重新输入'],
    ['a direction mark', '张\u202e工', '姓名含有看不见的字符，请删除后重新输入'],
    ['a blank letter', '\u3164', '姓名含有看不见的字符，请删除后重新输入'],
  ])('refuses a name with %s', async (_what, name, msg) => {
    const id = await quote();
    const { token } = await link(id, { days: 7, canReply: true });
    expect(await answer(token, { name })).toMatchObject({ status: 400, errors: { name: msg } });
    expect(await order(id)).toMatchObject({ status: 'quoted' });
  });
});
