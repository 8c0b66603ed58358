import { sql } from 'drizzle-orm';
import { inYuan } from '#contract/kernel/amounts.ts';
import type { BusinessFigures } from '#contract/system/dashboards.ts';
import type { Db } from '#server/db/database.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import {
  countCustomers,
  listTopCompanies,
  listTopMaterials,
  readDaySums,
  type CompanySum,
} from '#server/modules/order-sums/order-sums.service.ts';
import { daysOf, type Period } from './period.ts';
import { ratio, totalOf } from './totals.ts';

const TOP_COUNT = 10;

/** Quotations by the day on which they were made and orders by the day on which they were placed, within the scope. */
export async function readBusinessFigures(db: Db, scope: Scope, period: Period): Promise<BusinessFigures> {
  const { first, last } = period;
  const previousPeriod = { first: period.previousFirst, last: first - 1 };
  const [days, materials, companies, customers, customersBefore] = await Promise.all([
    readDaySums(db, scope, { first: previousPeriod.first, last }),
    listTopMaterials(db, scope, period, TOP_COUNT),
    listTopCompanies(db, scope, period, TOP_COUNT),
    countCustomers(db, scope, period),
    countCustomers(db, scope, previousPeriod),
  ]);
  const current = totalOf(days.filter(({ day }) => day >= first));
  const previous = totalOf(days.filter(({ day }) => day < first));
  const byDay = new Map(days.map((row) => [row.day, row]));
  const compare = (value: number, old: number) => ({ value, before: old });
  return inYuan({
    quotations: compare(current.quotations, previous.quotations),
    orders: compare(current.orders, previous.orders),
    amount: { valueFen: current.fen, beforeFen: previous.fen },
    customers: compare(customers, customersBefore),
    conversion: compare(
      ratio(current.won, current.quotations, 4),
      ratio(previous.won, previous.quotations, 4),
    ),
    days: daysOf(period).map(({ day, text }) => {
      const { quotations = 0, won = 0, orders = 0, fen: amountFen = 0 } = byDay.get(day) ?? {};
      return { day: text, quotations, won, orders, amountFen };
    }),
    topMaterials: materials.map(({ fen: amountFen, ...row }) => ({ ...row, amountFen })),
    topCustomers: await withNames(db, companies),
  });
}

async function withNames(db: Db, companies: readonly CompanySum[]) {
  const ids = companies.map(({ deptId }) => deptId);
  const { rows } = await db.execute<{ id: number; name: string }>(
    sql`select dept_id as id, dept_name as name from sys_dept where dept_id = any(${sql.param(ids)}::int[])`,
  );
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return companies.map(({ deptId, orders, fen }) => ({
    deptId,
    deptName: names.get(deptId) ?? '未归属公司',
    orders,
    amountFen: fen,
  }));
}
