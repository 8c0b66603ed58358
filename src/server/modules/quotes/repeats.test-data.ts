import { expect } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import type { Quotation } from '#contract/orders/quotes.ts';
import { foldParts } from '#server/modules/parts/fold-parts.service.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const charged = [[50, '1 种零件 × ¥50.00']];

/** The app with a customer and a colleague, a rival, and a charge that is waived for repeated parts. */
export async function startRepeats() {
  const app = await createTestApp();
  const catalogue = await readCatalogue(app);
  const item: QuotationItem = { ...buildItem(catalogue), name: 'QM-5 A', length: 60, width: 40, height: 8 };
  const other = buildItem(catalogue, { materialIndex: 1, name: 'QM-5 A', length: 60, width: 40, height: 8 });
  const rule = {
    kind: 'setup',
    scope: 'all',
    basis: 'line',
    amount: 50,
    onRepeat: 'waived',
    sort: 1,
    status: 2,
  };
  const added = await app.send('POST', '/charge-rule', { as: 'admin', body: rule });
  if (added.status !== 200) throw new Error(added.msg);
  const permissions = ['mfr:quote:add', 'mfr:order:add', 'mfr:order:query', 'mfr:order:move'];
  const { deptId } = await addDept(app);
  const member = { deptId, permissions };
  const buyer = await addPerson(app, member);
  const colleague = await addPerson(app, member);
  const rival = await addPerson(app, { deptId: (await addDept(app)).deptId, permissions });

  const quote = async ({ token }: Person, ...items: QuotationItem[]): Promise<Quotation> =>
    (await app.send('POST', '/quote', { token, body: { items } })).data;
  const setUpOf = async (who: Person, ...items: QuotationItem[]) =>
    ((await quote(who, ...items)).charges ?? []).map(({ amount, reason }) => [amount, reason]);
  const repeatsOf = async ({ token }: Person, ...items: QuotationItem[]) =>
    (await app.send('POST', '/quote/repeats', { token, body: { items } })).data as boolean[];
  async function order(who: Person, items: QuotationItem[], status: 'placed' | 'quoted' = 'placed') {
    const answer = await place(app, who, await buildOrder(app, who, items, { status }));
    expect(answer.status, answer.msg).toBe(200);
    await foldParts(app.database);
    return (await app.send('GET', `/order/${String(answer.data)}/withExt`, { token: who.token }))
      .data as OrderWithExt;
  }
  return { app, item, other, buyer, colleague, rival, deptId, setUpOf, repeatsOf, order };
}
