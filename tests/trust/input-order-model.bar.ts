import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Order } from '#contract/orders/order-data.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { commands, expectSame, type RealSystem } from '#tests/support/load/order-model-commands.ts';
import { newModel } from '#tests/support/load/order-model.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, listOf, readCatalogue } from '#tests/support/data/quotations.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { bar } from './bar.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);
const password = 'a long enough password 1';

let app: ServedApp;
let item: QuotationItem;
let passwordHash: string;
let stranger: { token: string };
beforeAll(async () => {
  app = await createServedApp();
  passwordHash = await hashPassword(password);
  item = buildItem(await readCatalogue(app));
  stranger = await addPerson(app, { roleKey: 'customer' });
});
afterAll(() => app.close());

/** A new customer and a new member of staff. */
async function newReal(): Promise<RealSystem> {
  const user = { passwordHash };
  const customer = await addPerson(app, { roleKey: 'customer', user });
  const shop = await addPerson(app, { roleKey: 'sales', user });
  const { rows } = await app.database.pool.query<{ id: number }>(
    "select role_id as id from sys_role where role_key = 'customer'",
  );
  return { app, item, people: { customer, shop }, password, roleId: rows[0]!.id, stranger };
}

bar(58, 'two actors in any order leave the server as the model predicts', async () => {
  const [runs, maxCommands] = [atScale(15, 300, 2_000), atScale(20, 40)];
  let steps = 0;
  let orders = 0;
  const counted = commands.map((arbitrary) =>
    arbitrary.map((command) => ({
      check: (model: Parameters<typeof command.check>[0]) => command.check(model),
      run: (...world: Parameters<typeof command.run>) => {
        steps += 1;
        return command.run(...world);
      },
      toString: () => command.toString(),
    })),
  );
  await fc.assert(
    fc.asyncProperty(fc.commands(counted, { maxCommands, size: 'max' }), async (sequence) => {
      const [model, real] = [newModel(), await newReal()];
      await fc.asyncModelRun(() => ({ model, real }), sequence);
      // The administrator sees the state that the model predicts.
      const path = `/order?pageSize=1000&idOrder=asc&username=${real.people.customer.username}`;
      expectSame(model, listOf<Order>(await app.send('GET', path, { as: 'admin' })));
      const { rows } = await app.database.pool.query<{ n: number }>(
        'select count(*)::int as n from order_history h join orders o on o.id = h.order_id where o.user_id = $1',
        [real.people.customer.userId],
      );
      expect(rows[0]!.n).toBe(model.orders.reduce((sum, order) => sum + order.rows, 0));
      orders += model.orders.length;
    }),
    // A failure prints the seed and path that replay it.
    { seed, numRuns: runs, ...(process.env['FUZZ_PATH'] ? { path: process.env['FUZZ_PATH'] } : {}) },
  );
  return `${runs.toLocaleString('en-US')} runs of two actors, ${steps.toLocaleString('en-US')} steps, ${orders.toLocaleString('en-US')} orders: the server equals the model`;
});
