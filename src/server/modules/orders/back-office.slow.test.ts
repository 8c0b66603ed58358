import { and, eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { withStep } from '#domain/pricing/line.ts';
import { orderItems } from '#server/db/schema.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { startBackOffice } from './back-office.test-data.ts';

const { app, second, clerk, buyer, orderIds, withExt } = await startBackOffice();
afterAll(() => app.close());

describe('data scope', () => {
  test('the export of parts has one row for each part of the visible orders, with processes and sub-total', async () => {
    const { items, orderNo } = await withExt(orderIds[0]!);
    const exported = await app.http.inject({
      url: '/api/v1/order/export/items?format=csv&ordersNo=',
      headers: { authorization: `Bearer ${clerk.token}` },
    });
    expect(exported.statusCode).toBe(400);
    const file = await app.http.inject({
      url: '/api/v1/order/export/items?format=csv&createdAtOrder=asc',
      headers: { authorization: `Bearer ${clerk.token}` },
    });
    const [heads = '', first = '', ...rest] = file.payload.trim().split('\r\n');
    expect(rest).toHaveLength(1);
    const cells = Object.fromEntries(
      heads
        .replace('\ufeff', '')
        .split(',')
        .map((head, n) => [head, first.split(',')[n]]),
    );
    const [part] = items;
    expect(cells).toMatchObject({
      订单编号: orderNo,
      状态: '待确认',
      序号: '1',
      零件: '支架',
      材料: part!.materialName,
      '长（mm）': String(part!.length),
      数量: String(part!.num),
      下料毛坯: expect.stringMatching(/^板材 厚 \d+ mm，下料 [\d.]+×[\d.]+ mm$/) as string,
      '毛坯重量（kg/件）': String(part!.stock!.stockKg),
      '零件重量（kg/件）': '',
      '折合单价（元）': String(Math.round((part!.sub_total / part!.num) * 10_000) / 10_000),
      '小计（元）': String(part!.line_total),
      '自动报价（元）': String(part!.sub_total),
      工艺: part!.processes.map(({ processName, optionName }) => `${processName}：${optionName}`).join('、'),
    });
  });

  test('the export of parts has the charged price as 小计, next to the automatic price', async () => {
    const id = orderIds[0]!;
    const isIt = and(eq(orderItems.orderId, id), eq(orderItems.lineNo, 1));
    const [stored] = await app.database.db.select({ trace: orderItems.trace }).from(orderItems).where(isIt);
    const step = { kind: 'price' as const, amount: 888.5, days: 7, reason: '协商', by: '王销售' };
    await app.database.db
      .update(orderItems)
      .set({ trace: withStep(stored!.trace, step) })
      .where(isIt);
    const { items, orderNo } = await withExt(id);
    const file = await app.http.inject({
      url: `/api/v1/order/export/items?format=csv&orderNo=${orderNo}`,
      headers: { authorization: `Bearer ${clerk.token}` },
    });
    const [heads = '', row = ''] = file.payload.trim().split('\r\n');
    const cellOf = (head: string) => row.split(',')[heads.split(',').indexOf(head)];
    expect(cellOf('小计（元）')).toBe('888.5');
    expect(cellOf('自动报价（元）')).toBe(String(items[0]!.sub_total));
    expect(items[0]!.sub_total).not.toBe(888.5);
    await app.database.db.update(orderItems).set({ trace: stored!.trace }).where(isIt);
  });
});

describe('filters', () => {
  test.each([
    ['orderNo=q20', 3],
    ['orderNo=%25', 0],
    ['username=DEM', 0],
    ['materialName=a', 3],
    ['materialName=没有这种材料', 0],
    ['status=quoted', 1],
    ['beginTime=2020-01-01&endTime=2020-12-31', 0],
    ['beginTime=2020-01-01', 3],
    ['priceOrder=asc&status=placed', 2],
  ])('%s finds %i', async (query, count) => {
    const name = (await withExt(orderIds[0]!, clerk)).items[0]!.materialName;
    const path = `/order?${query.replace('materialName=a', `materialName=${encodeURIComponent(name.slice(1, 4))}`)}`;
    expect((await app.send('GET', path, { as: 'admin' })).data).toMatchObject({ count });
  });

  test('find orders by customer and by company', async () => {
    const named = await app.send('GET', `/order?username=${buyer.username.slice(1, 8)}`, { as: 'admin' });
    expect(named.data).toMatchObject({ count: 2 });
    const company = await app.send('GET', `/order?deptId=${second.deptId}`, { as: 'admin' });
    expect(company.data).toMatchObject({ count: 1 });
  });

  test('support paging without overlap', async () => {
    const ids: number[] = [];
    for (const pageIndex of [1, 2, 3, 4]) {
      const page = await app.send('GET', `/order?pageSize=1&priceOrder=desc&pageIndex=${pageIndex}`, {
        as: 'admin',
      });
      ids.push(...listOf<{ id: number }>(page).map((row) => row.id));
    }
    expect(new Set(ids)).toStrictEqual(new Set(orderIds));
    expect(ids).toHaveLength(orderIds.length);
  });
});
