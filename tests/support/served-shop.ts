import type { PlaceOrder } from '#contract/orders.ts';
import { addPerson, type Person } from './people.ts';
import { buildItem, buildOrder, readCatalogue } from './quotations.ts';
import { createServedApp, type ServedApp, type ServedOptions } from './served-app.ts';

/** The built server with a customer and the body of an order. */
export interface ServedShop {
  app: ServedApp;
  customer: Person;
  /** With status `quoted`, so that no document is archived in the background. */
  body: PlaceOrder;
}

export async function createServedShop(options?: ServedOptions): Promise<ServedShop> {
  const app = await createServedApp(options);
  const customer = await addPerson(app, { roleKey: 'customer' });
  const item = buildItem(await readCatalogue(app));
  return { app, customer, body: await buildOrder(app, customer, [item], { status: 'quoted' }) };
}
