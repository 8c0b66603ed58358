import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';
import type { Envelope } from '#tests/support/app/api.ts';

const app = await createTestApp();
afterAll(() => app.close());

/** Text that hardly compresses, from the given number of different Chinese characters. */
const han = (length: number, seed: number, different = 20_000) =>
  Array.from({ length }, (_, n) =>
    String.fromCodePoint(0x4e_00 + (((n + 1) * 7_919 + seed * 104_729 + n * n * 31) % different)),
  ).join('');
const longAgent = { 'user-agent': 'x'.repeat(4_000) };

/** Bytes of all tables with their indexes. */
async function storedBytes(): Promise<number> {
  const { rows } = await app.database.db.execute<{ bytes: string }>(
    sql`select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return Number(rows[0]?.bytes);
}

/** Average bytes stored by one of `times` calls. */
async function bytesOfOne(
  times: number,
  status: number,
  call: (n: number) => Promise<Envelope>,
): Promise<number> {
  const before = await storedBytes();
  for (let n = 0; n < times; n += 1) {
    const answer = await call(n);
    expect(answer.status, `${answer.msg} ${JSON.stringify(answer.errors)}`).toBe(status);
  }
  return ((await storedBytes()) - before) / times;
}

test('messages, writes, refused writes and documents of one customer and day take at most 200 MB', async () => {
  const catalogue = await readCatalogue(app);
  const { token } = await addPerson(app, { roleKey: 'customer' });
  const order = async (lines: number, status: 'requested' | 'quoted', different?: number) => {
    const items = Array.from({ length: lines }, (_, n) => ({
      ...buildItem(catalogue),
      name: han(60, n, different),
      remark: han(300, n, different),
    }));
    const answer = await place(app, { token }, await buildOrder(app, { token }, items, { status }));
    expect(answer.status, answer.msg).toBe(200);
    return Number(answer.data);
  };
  const request = await order(1, 'requested');
  const draw = async (id: number, status: number) =>
    bytesOfOne(1, status, () => app.send('GET', `/order/${id}/quotation.pdf`, { token }));
  const ordinary = await draw(await order(200, 'quoted', 1_500), 200);
  const rare: number[] = [];
  for (let n = 0; n < 4; n += 1) rare.push(await draw(await order(200, 'quoted'), 200));
  await draw(await order(200, 'quoted'), 429);

  const refused = await bytesOfOne(150, 403, () =>
    app.send('POST', `/post?x=${'z'.repeat(2_000)}`, { token, body: {}, headers: longAgent }),
  );
  const message = await bytesOfOne(300, 200, (n) =>
    app.send('POST', `/order/${request}/message`, {
      token,
      body: { kind: 'note', text: han(2_000, n) },
      headers: longAgent,
    }),
  );
  const version = async () =>
    ((await app.send('GET', `/order/${request}`, { token })).data as { version: number }).version;
  let current = await version();
  const write = await bytesOfOne(100, 200, (n) =>
    app.send('POST', `/order/${request}/contact`, {
      token,
      headers: longAgent,
      body: {
        contactName: han(60, n),
        contactPhone: `138${String(n).padStart(8, '0')}`,
        address: han(200, n),
        version: current++,
      },
    }),
  );
  const documents = Math.max(50 * ordinary, ordinary + rare.reduce((sum, bytes) => sum + bytes, 0));
  const day = 5_000 * refused + 1_000 * message + 9_000 * write + documents;
  const figures = { refused, message, write, ordinary, rare: rare.at(-1), dayMb: day / 1e6 };
  // oxlint-disable-next-line no-console -- the figures of decision 0026
  console.log(JSON.stringify(figures, (_, value) => (typeof value === 'number' ? Math.round(value) : value)));
  expect(day).toBeLessThan(200e6);
});
