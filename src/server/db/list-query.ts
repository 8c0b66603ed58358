import { asc, desc, ilike, type Column, type SQL } from 'drizzle-orm';

/** Matches text anywhere in the column, letter case aside; `%`, `_` and `\` are literal. Nothing to match: no condition. */
export function contains(column: Column | SQL, text: string | undefined): SQL | undefined {
  if (!text) return undefined;
  return ilike(column, `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
}

/**
 * The order of a list: the `<field>Order` parameters of the query in the given order of columns, then the fallback,
 * so that pages never overlap.
 */
export function orderOf(query: object, columns: Readonly<Record<string, Column>>, ...fallback: SQL[]): SQL[] {
  const wanted = Object.entries(columns).flatMap(([field, column]) => {
    const direction: unknown = Reflect.get(query, `${field}Order`);
    if (direction === 'asc') return [asc(column)];
    return direction === 'desc' ? [desc(column)] : [];
  });
  return [...wanted, ...fallback];
}

/** `limit` and `offset` of a page. */
export function pageOf({ pageIndex, pageSize }: { pageIndex: number; pageSize: number }) {
  return { limit: pageSize, offset: (pageIndex - 1) * pageSize };
}
