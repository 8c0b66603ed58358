import { sql, type SQL } from 'drizzle-orm';

type Column = 'company_title' | 'tax_number' | 'address';

/** What the nearest of a user's departments with this entered has: SQL. `user` names the row of `sys_user`. */
const inherited = (column: Column, user: string) => `(
  select c.${column} from sys_dept own
  join sys_dept c on c.dept_id = any(string_to_array(trim('/' from own.dept_path), '/')::int[])
  where own.dept_id = ${user}.dept_id and c.${column} <> '' and c.deleted_at is null
  order by length(c.dept_path) desc limit 1)`;

/** The user's own value, else the company's: SQL. */
export const ownOrCompanys = (column: Column, user = 'sys_user') =>
  `coalesce(nullif(${user}.${column}, ''), ${inherited(column, user)}, '')`;

/** The same for a select. */
export const companyData = {
  companyTitle: sql<string>`${sql.raw(ownOrCompanys('company_title'))}`,
  taxNumber: sql<string>`${sql.raw(ownOrCompanys('tax_number'))}`,
  address: sql<string>`${sql.raw(ownOrCompanys('address'))}`,
};

/** What is stored of a value that a user saves: nothing while it is the company's. */
export const unlessCompanys = (column: Column, value: string): SQL<string> =>
  sql`case when ${value}::text = ${sql.raw(inherited(column, 'sys_user'))} then '' else ${value}::text end`;
