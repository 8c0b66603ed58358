import type { Page } from 'playwright-core';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { Customers } from '../data/customers.ts';
import type { Person } from '../data/people.ts';
import { buildItem, buildOrder, place } from '../data/quotations.ts';

const DAY_MS = 86_400_000;

/** Saves a quotation of one part. An old one lacks the contact required by an order. Returns its id. */
export async function quoteBracket(
  { journey: { app }, catalogue }: Customers,
  { token }: Person,
  daysAgo = 0,
): Promise<number> {
  app.setNow(daysAgo === 0 ? undefined : new Date(Date.now() - daysAgo * DAY_MS));
  const contact = daysAgo === 0 ? { contactName: '李工', contactPhone: '021-12345678' } : {};
  const terms = { status: 'quoted' as const, address: '上海', ...contact };
  const body = await buildOrder(app, { token }, [buildItem(catalogue, { name: '支架' })], terms);
  const answer = await place(app, { token }, body);
  app.setNow(undefined);
  if (answer.status !== 200) throw new Error(answer.msg);
  return Number(answer.data);
}

/** An order as its customer reads it. */
export async function readOrder(
  { journey: { app } }: Pick<Customers, 'journey'>,
  { token }: Person,
  id: number,
): Promise<OrderWithExt> {
  return (await app.send('GET', `/order/${id}/withExt`, { token })).data;
}

/** Saves the parts of a quotation that is edited. On a phone the secondary buttons of the bottom bar are behind its arrow. */
export async function saveVersion(page: Page): Promise<void> {
  const { width } = page.viewportSize()!;
  if (width < 600) await page.getByRole('button', { name: '展开报价单' }).click();
  await page.getByRole('button', { name: '保存为新版本' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
}
