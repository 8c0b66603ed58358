import { afterAll, beforeAll, expect } from 'vitest';
import type { Order } from '#contract/orders/order-data.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { bar } from './bar.ts';

let app: GateApp;
beforeAll(async () => {
  app = await createGateApp();
});
afterAll(() => app.close());

bar(93, 'a date set by staff survives placing, and the document says the same', async () => {
  const { token } = await addPerson(app, { roleKey: 'customer' });
  const item = buildItem(await readCatalogue(app, { token }));
  const read = async (id: number) => (await app.send('GET', `/order/${id}`, { token })).data as Order;
  const placing = async (agreed: string | undefined) => {
    const body = await buildOrder(app, { token }, [item], { status: 'quoted' });
    const id = Number((await place(app, { token }, body)).data);
    if (agreed !== undefined) {
      const edit = { staffNote: '', promisedDate: agreed, reason: '已与客户商定', version: 1 };
      expect((await app.send('POST', `/order/${id}/shop`, { as: 'admin', body: edit })).status).toBe(200);
    }
    const { data } = await app.send('GET', `/order/${id}/document`, { token });
    const sealed = (data as { snapshot: { promisedDate: string } }).snapshot.promisedDate;
    const { version } = await read(id);
    const placed = await app.send('POST', `/order/${id}/move`, { token, body: { to: 'placed', version } });
    expect(placed.status).toBe(200);
    return { sealed, placed: (await read(id)).promisedDate };
  };
  const far = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10);
  const near = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect(await placing(far)).toEqual({ sealed: far, placed: far });
  expect(await placing(near)).toEqual({ sealed: near, placed: near });
  const usual = await placing(undefined);
  expect(usual.placed).toBe(usual.sealed);
  return `dates ${near} and ${far} set by staff: on the document and after placing the same; without one the usual date`;
});
