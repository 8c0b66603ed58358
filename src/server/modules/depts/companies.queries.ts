import {
  and,
  asc,
  count,
  eq,
  exists,
  getTableColumns,
  inArray,
  isNull,
  ne,
  sql,
  type SQL,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Company, companies as contract } from '#contract/people/companies.ts';
import type { DataOf, QueryOf } from '#contract/kernel/endpoint.ts';
import type { Db } from '#server/db/database.ts';
import { contains, limitAndOffset, pageOf, sortOrder, type PageQuery } from '#server/db/list-query.ts';
import { withWireTimes, type FiltersOf } from '#server/db/record-store.ts';
import { depts, machiningPrices, users } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { countOrdersByCompany } from '#server/modules/order-sums/order-sums.service.ts';

const above = alias(depts, 'above');
const member = alias(depts, 'member');

const columns = {
  ...getTableColumns(depts),
  // Not `depts.parentId`: without a join, Drizzle leaves out its table, and the inner table has that column too.
  parentName: sql<string>`coalesce((select dept_name from sys_dept parent where parent.dept_id = ${depts}.parent_id and not parent.holds_companies), '')`,
  salespersonName: sql<string>`coalesce((select nick_name from sys_user where user_id = ${depts.salespersonId}), '')`,
};
type CompanyRow = typeof depts.$inferSelect & { parentName: string; salespersonName: string };

/** A condition for the companies within the scope: the departments below the one that holds companies. */
function companiesWithin(db: Db, { all, deptIds }: Scope): SQL | undefined {
  return and(
    isNull(depts.deletedAt),
    all ? undefined : inArray(depts.deptId, [...deptIds]),
    exists(
      db
        .select({ one: sql`1` })
        .from(above)
        .where(
          and(
            eq(above.holdsCompanies, true),
            isNull(above.deletedAt),
            ne(above.deptId, depts.deptId),
            sql`starts_with(${depts.deptPath}, ${above.deptPath})`,
          ),
        ),
    ),
  );
}

export async function listCompanies(
  db: Db,
  scope: Scope,
  filters: FiltersOf<QueryOf<typeof contract.list>>,
  page: PageQuery,
): Promise<DataOf<typeof contract.list>> {
  const { deptName, companyTitle, taxNumber, address, salespersonId, status, createdAt } = depts;
  const where = and(
    companiesWithin(db, scope),
    contains(deptName, filters.deptName),
    contains(companyTitle, filters.companyTitle),
    contains(taxNumber, filters.taxNumber),
    contains(address, filters.address),
    filters.salespersonId === undefined ? undefined : eq(salespersonId, filters.salespersonId),
    filters.status === undefined ? undefined : eq(status, filters.status),
  );
  const { limit, offset } = limitAndOffset(page);
  const rows = await db
    .select(columns)
    .from(depts)
    .where(where)
    .orderBy(...sortOrder(filters, { deptName, createdAt }, asc(depts.sort), asc(depts.deptId)))
    .limit(limit)
    .offset(offset);
  return pageOf(await withCounts(db, rows), await db.$count(depts, where), page);
}

export async function findCompany(db: Db, scope: Scope, id: number): Promise<Company | undefined> {
  const rows = await db
    .select(columns)
    .from(depts)
    .where(and(eq(depts.deptId, id), companiesWithin(db, scope)));
  return (await withCounts(db, rows))[0];
}

async function withCounts(db: Db, rows: readonly CompanyRow[]): Promise<Company[]> {
  const ids = rows.map(({ deptId }) => deptId);
  if (ids.length === 0) return [];
  const buyers = await db
    .select({ deptId: depts.deptId, count: count() })
    .from(depts)
    .innerJoin(member, sql`starts_with(${member.deptPath}, ${depts.deptPath})`)
    .innerJoin(users, and(eq(users.deptId, member.deptId), isNull(users.deletedAt)))
    .where(inArray(depts.deptId, ids))
    .groupBy(depts.deptId);
  const agreed = await db
    .select({ deptId: machiningPrices.deptId, count: count() })
    .from(machiningPrices)
    .where(inArray(machiningPrices.deptId, ids))
    .groupBy(machiningPrices.deptId);
  const buyersOf = byDept(buyers);
  const agreedOf = byDept(agreed);
  const ordersOf = byDept(await countOrdersByCompany(db, ids));
  return rows.map((row) => ({
    ...withWireTimes(row),
    buyers: buyersOf.get(row.deptId) ?? 0,
    agreedPrices: agreedOf.get(row.deptId) ?? 0,
    orders: ordersOf.get(row.deptId) ?? 0,
  }));
}

const byDept = (rows: readonly { deptId: number; count: number }[]) =>
  new Map(rows.map((row) => [row.deptId, row.count]));

/** The id of the department that holds the customer companies; undefined if it was deleted. */
export async function findCompaniesDept(db: Db): Promise<number | undefined> {
  const [row] = await db
    .select({ id: depts.deptId })
    .from(depts)
    .where(and(eq(depts.holdsCompanies, true), isNull(depts.deletedAt)))
    .orderBy(asc(depts.deptId));
  return row?.id;
}
