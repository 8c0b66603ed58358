import { expect } from 'vitest';
import type { ListedPart } from '#contract/orders/part-library.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

const permissions = ['mfr:quote:add', 'mfr:order:add', 'mfr:order:query', 'mfr:order:list', 'mfr:order:move'];

/** The app with companies that order parts. */
export async function startLibrary() {
  const app = await createTestApp();
  const catalogue = await readCatalogue(app);
  const item = { ...buildItem(catalogue), length: 60, width: 40, height: 8 };
  const [, second] = catalogue.materials.filter(({ materialTag }) => materialTag === 'aluminium');
  const other = { ...item, material: second!.id };
  const clerk = await addPerson(app, { roleKey: 'sales' });

  const addMember = (deptId: number) => addPerson(app, { deptId, dataScope: '3', permissions });

  async function order(
    { token }: Person,
    items: QuotationItem[],
    status: 'placed' | 'quoted' | 'requested' = 'placed',
  ): Promise<number> {
    const answer = await place(app, { token }, await buildOrder(app, { token }, items, { status }));
    if (answer.status !== 200) throw new Error(answer.msg);
    return Number(answer.data);
  }
  async function list(query: Record<string, string>, who: Person = clerk): Promise<ListedPart[]> {
    const answer = await app.send('GET', `/part-library?${new URLSearchParams(query)}`, { token: who.token });
    expect(answer.status, answer.msg).toBe(200);
    return listOf<ListedPart>(answer);
  }
  return { app, item, other, clerk, addMember, order, list };
}
