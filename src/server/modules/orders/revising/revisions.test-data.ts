import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

/** The app with a customer who edits quotations. */
export async function startRevisions() {
  const app = await createTestApp();
  const catalogue = await readCatalogue(app);
  const item = { ...buildItem(catalogue), name: '支架' };
  const who = await addPerson(app, { roleKey: 'customer' });

  /** Stores a quotation of one part. */
  async function quote(rest: Partial<PlaceOrder> = {}, person: Person = who): Promise<number> {
    const body = await buildOrder(app, person, [item], { status: 'quoted', ...rest });
    return Number((await place(app, person, body)).data);
  }

  /** The body of an edit: other items at the price quoted by the server. */
  async function edit(version: number, items: QuotationItem[], rest: Record<string, unknown> = {}) {
    const { price } = await buildOrder(app, who, items);
    return { items, price, version, ...rest };
  }

  const put = (id: number, body: unknown, person: Person = who) =>
    app.send('PUT', `/order/${id}`, { token: person.token, body });

  async function read(id: number): Promise<OrderWithExt> {
    const answer = await app.send('GET', `/order/${id}/withExt`, { token: who.token });
    expect(answer.status).toBe(200);
    return answer.data;
  }

  const more = (num: number): QuotationItem => ({ ...item, num });

  /** Raises the machining price of every tag. */
  const raisePrices = (fen: number) =>
    writeCatalogue(app.database, async (tx) => {
      await tx.execute(sql`update machining_price set price_fen = price_fen + ${fen}`);
    });
  return { app, catalogue, item, who, quote, edit, put, read, more, raisePrices };
}
