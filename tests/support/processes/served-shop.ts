import type { PlaceOrder } from '#contract/orders/orders.ts';
import type { Api } from '../app/api.ts';
import { addPerson, type Person } from '../data/people.ts';
import { buildItem, buildOrder, readCatalogue } from '../data/quotations.ts';
import { createServedApp, type ServedApp, type ServedOptions } from './served-app.ts';

/** A customer and what this customer orders. */
export interface Buyer {
  customer: Person;
  /** With status `quoted`, so that no document is archived in the background. */
  body: PlaceOrder;
}

export async function addBuyer(app: Api): Promise<Buyer> {
  const customer = await addPerson(app, { roleKey: 'customer' });
  const item = buildItem(await readCatalogue(app));
  return { customer, body: await buildOrder(app, customer, [item], { status: 'quoted' }) };
}

/** The built server with such a customer. */
export async function createServedShop(options?: ServedOptions): Promise<Buyer & { app: ServedApp }> {
  const app = await createServedApp(options);
  return { app, ...(await addBuyer(app)) };
}
