import { expect } from 'vitest';
import { priceItem } from '#domain/pricing/price-item.ts';
import { buildItem, buildMaterial } from '#domain/pricing/samples.test-data.ts';
import type { SearchResult } from '#contract/system/search.ts';
import { orderItems, orders } from '#server/db/schema.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

const { trace } = priceItem(buildMaterial(), buildItem(), { tag: 10 });

/** The app with the orders of two companies, and a clerk who sees one of them. */
export async function startSearch() {
  async function add(
    orderNo: string,
    part: string,
    { userId, deptId }: { userId: number; deptId: number | null },
  ): Promise<void> {
    const [row] = await app.database.db
      .insert(orders)
      .values({
        orderNo,
        status: 'placed',
        totalFen: 1,
        deliveryTime: 5,
        promisedDate: '2026-11-25',
        validUntil: new Date(),
        itemCount: 1,
        pieceCount: 3,
        summary: `${part}×3`,
        catalogueRevision: 1,
        userId,
        deptId,
        customer: { username: 'u', nickName: '', phone: '', email: '', companyTitle: '', deptName: '甲公司' },
      })
      .returning({ id: orders.id });
    await app.database.db.insert(orderItems).values({
      orderId: row!.id,
      lineNo: 1,
      name: part,
      materialId: 1,
      materialName: 'AL6061',
      materialTag: 'x',
      num: 3,
      length: 1,
      width: 1,
      height: 1,
      processes: [],
      unitPriceFen: 1,
      subTotalFen: 1,
      deliveryTime: 5,
      trace,
    });
  }

  async function find(who: Person, text: string): Promise<SearchResult[]> {
    const answer = await app.send('GET', `/search?text=${encodeURIComponent(text)}`, { token: who.token });
    expect(answer).toMatchObject({ status: 200 });
    const data: { list: SearchResult[] } = answer.data;
    return data.list;
  }
  const titles = async (who: Person, text: string, kind = 'order') =>
    (await find(who, text)).filter((row) => row.kind === kind).map((row) => row.title);

  const app = await createTestApp();
  const home = await addDept(app);
  const away = await addDept(app);
  const buyer = await addPerson(app, {
    deptId: home.deptId,
    user: { nickName: '欧阳采购', username: 'ouyang' },
  });
  const stranger = await addPerson(app, {
    deptId: away.deptId,
    user: { nickName: '欧阳外人', username: 'away' },
  });
  const clerk = await addPerson(app, {
    permissions: ['mfr:order:list', 'mfr:order:query', 'admin:sysUser:list', 'admin:sysUser:query'],
    isStaff: true,
    dataScope: '2',
    scopeDeptIds: [home.deptId],
  });
  const mine = { userId: buyer.userId, deptId: home.deptId };
  for (let index = 1; index <= 7; index += 1) await add(`Q20261118-000${index}`, `法兰 ${index}`, mine);
  await add('Q20261118-0009', '法兰 外', { userId: stranger.userId, deptId: away.deptId });
  return { app, home, clerk, add, find, titles };
}
