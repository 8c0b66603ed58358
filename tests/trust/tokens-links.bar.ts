import { afterAll, beforeAll, expect } from 'vitest';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { newAddress } from '#tests/support/app/sign-in.ts';
import { bar } from './bar.ts';

let app: GateApp;
beforeAll(async () => {
  app = await createGateApp();
});
afterAll(() => app.close());

bar(96, 'the links of a user who is disabled or deleted are closed', async () => {
  const customer = await addPerson(app, { roleKey: 'customer' });
  const item = buildItem(await readCatalogue(app, customer));
  const order = await buildOrder(app, customer, [item], { status: 'quoted' });
  const id = Number((await place(app, customer, order)).data);
  const sellers = await Promise.all([1, 2].map(() => addPerson(app, { roleKey: 'sales' })));
  const links = await Promise.all(
    sellers.map(async ({ token }) => {
      const { data } = await app.send('POST', `/order/${id}/share`, { token, body: { days: 7 } });
      return (data as { token: string }).token;
    }),
  );
  const statuses = () =>
    Promise.all(
      links.flatMap((link) =>
        ['', '/quotation.pdf'].map(
          async (end) =>
            (await app.send('GET', `/public/share/${link}${end}`, { remoteAddress: newAddress() })).status,
        ),
      ),
    );
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  const [disabled, deleted] = sellers;
  const body = { userId: disabled!.userId, status: '1', version: 1 };
  expect((await app.send('PUT', '/user/status', { as: 'admin', body })).status).toBe(200);
  expect(await statuses()).toEqual([404, 404, 200, 200]);
  const removed = await app.send('DELETE', '/sys-user', { as: 'admin', body: { ids: [deleted!.userId] } });
  expect(removed.status).toBe(200);
  expect(await statuses()).toEqual([404, 404, 404, 404]);
  return 'pages and files of the links of a disabled and of a deleted user: 404 at once';
});
