import type { PlaceOrder } from '#contract/orders.ts';
import { addPerson, type Person } from './people.ts';
import { buildItem, buildOrder, readCatalogue } from './quotations.ts';
import { createServedApp, type ServedApp, type ServedOptions } from './served-app.ts';

/** The built server with a customer and what that customer may order. */
export interface ServedShop {
  app: ServedApp;
  customer: Person;
  /** Saved as a quotation, of which no document is made behind the answer. */
  body: PlaceOrder;
}

export async function createServedShop(options?: ServedOptions): Promise<ServedShop> {
  const app = await createServedApp(options);
  const customer = await addPerson(app, { roleKey: 'customer' });
  const item = buildItem(await readCatalogue(app));
  return { app, customer, body: await buildOrder(app, customer, [item], { status: 'quoted' }) };
}
