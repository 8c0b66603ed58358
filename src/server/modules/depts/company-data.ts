import { sql, type SQL } from 'drizzle-orm';

type Column = 'company_title' | 'tax_number' | 'address';

/** SQL: the value that a user inherits from the nearest department that has one. `user` names the row of `sys_user`. */
const inherited = (column: Column, user: string) => `(
  select ancestor.${column} from sys_dept user_dept
  join sys_dept ancestor
    on ancestor.dept_id = any(string_to_array(trim('/' from user_dept.dept_path), '/')::int[])
  where user_dept.dept_id = ${user}.dept_id and ancestor.${column} <> '' and ancestor.deleted_at is null
  order by length(ancestor.dept_path) desc limit 1)`;

/** SQL: the user's own value, or else the inherited one. */
export const ownOrInherited = (column: Column, user = 'sys_user') =>
  `coalesce(nullif(${user}.${column}, ''), ${inherited(column, user)}, '')`;

/** The company data of `sys_user` rows, as columns of a select. */
export const companyData = {
  companyTitle: sql<string>`${sql.raw(ownOrInherited('company_title'))}`,
  taxNumber: sql<string>`${sql.raw(ownOrInherited('tax_number'))}`,
  address: sql<string>`${sql.raw(ownOrInherited('address'))}`,
};

/** SQL: the value to store for a user; empty when the user would inherit it. */
export const unlessInherited = (column: Column, value: string): SQL<string> =>
  sql`case when ${value}::text = ${sql.raw(inherited(column, 'sys_user'))} then '' else ${value}::text end`;
