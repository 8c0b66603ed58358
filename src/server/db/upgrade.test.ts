import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { compareSums } from '#server/modules/order-sums/compare-sums.service.ts';
import {
  factsOf010 as facts,
  fillWith010,
  MIGRATIONS_OF_0_1_0,
} from '#tests/support/processes/installation-0-1-0.ts';
import { testPasswords, createEmptyDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { withClient } from '#tests/support/app/with-client.ts';
import { migrate } from './migrate.ts';
import { addNewMenus } from './seed/new-menus.ts';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrate(database.url, { upTo: MIGRATIONS_OF_0_1_0 });
  await withClient(database.url, fillWith010);
  await migrate(database.url);
  app = await createTestApp({}, database);
  app.setNow(new Date(facts.at));
});
afterAll(() => app.close());

const as = { token: facts.token };
const read = async (id: number): Promise<OrderWithExt> =>
  (await app.send('GET', `/order/${id}/withExt`, as)).data;

test('an upgrade from 0.1.0 leaves orders, documents, links and files unchanged, and the orders can go on', async () => {
  // The migrations have added the menus of later versions.
  expect(await addNewMenus(database.url)).toEqual([]);
  // Orders of 0.1.0 have none of the later fields.
  for (const [id, before] of Object.entries(facts.orders)) {
    // oxlint-disable-next-line no-await-in-loop -- three orders
    const after = await read(Number(id));
    const { moves: _moves, undo: _undo, items, ...same } = before;
    expect(after).toMatchObject(same);
    expect(after).toMatchObject({ charges: [], alternatives: [], gates: [], isOffered: false, wait: null });
    expect(after.items).toEqual(
      items.map((item) => ({
        ...item,
        line_total: item.sub_total,
        line_days: item.delivery_time,
        stock: null,
      })),
    );
  }

  // The sealed document is the same byte for byte.
  const { data: document } = await app.send('GET', `/order/${facts.quotedId}/document`, as);
  // The document is older than pictures of parts.
  expect(document).toEqual({ ...facts.document, pictures: {} });
  expect((await app.send('GET', `/public/quotation/${facts.code}`)).data).toEqual(facts.verify);
  const { data: shared } = await app.send('GET', `/public/share/${facts.share}`);
  expect(shared).toMatchObject(facts.shared);
  for (const url of [
    `/order/${facts.quotedId}/quotation.pdf`,
    `/public/share/${facts.share}/quotation.pdf`,
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- two files
    const file = await app.http.inject({
      url: `/api/v1${url}`,
      headers: { authorization: `Bearer ${facts.token}` },
    });
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(facts.pdfSha256);
  }

  // Places the quotation at its price, finishes production and compares the sums with the orders.
  const quoted = await read(facts.quotedId);
  const placed = await app.send('POST', `/order/${facts.quotedId}/move`, {
    ...as,
    body: { to: 'placed', version: quoted.version },
  });
  expect(placed).toMatchObject({ status: 200, data: { status: 'placed', price: quoted.price } });
  const { version } = await read(facts.producingId);
  const admin = await app.signIn('admin', testPasswords.admin);
  const moved = await app.send('POST', `/order/${facts.producingId}/move`, {
    token: admin,
    body: { to: 'inspecting', version },
  });
  expect(moved).toMatchObject({ status: 200, data: { status: 'inspecting' } });
  const differences = await compareSums(database.url, { repair: true });
  const again = await compareSums(database.url, { repair: false });
  expect(Object.keys(differences)).toEqual(Object.keys(again));
  expect(Object.values(again).every((count) => count === 0)).toBe(true);
});
