import { MAX_PAGE_SIZE } from '#contract/kernel/paging.ts';

/** A deleted record in an incremental list. */
interface DeletedRow {
  id: number;
  deletedAt: string;
}

interface Row {
  id: number;
  sort: number;
}

/** A list cached in the browser. Changes are fetched from `maxUpdatedAt` on. */
export interface CachedList<T> {
  list: T[];
  maxUpdatedAt: string | null;
}

interface Page<T> {
  list: (T | DeletedRow)[];
  count: number;
  maxUpdatedAt: string | null;
}

interface PageQuery {
  pageIndex: number;
  pageSize: number;
  maxUpdatedAt?: string | undefined;
}

/** Query for the first page of everything, or of the changes since `maxUpdatedAt`. */
const firstPageQuery = (cached: { maxUpdatedAt: string | null } | undefined): PageQuery => ({
  pageIndex: 1,
  pageSize: MAX_PAGE_SIZE,
  maxUpdatedAt: cached?.maxUpdatedAt ?? undefined,
});

/** Maximum attempts to read a list that changes while it is being read. */
const MAX_ATTEMPTS = 3;

/**
 * Updates a cached list: fetches everything if nothing is cached, otherwise the changes, and removes deleted rows. If the list
 * keeps changing, returns it as read but without `maxUpdatedAt`, so that the next update fetches everything.
 */
export async function updateList<T extends Row>(
  cached: CachedList<T> | undefined,
  fetchPage: (query: PageQuery) => Promise<Page<T>>,
): Promise<CachedList<T>> {
  const start = firstPageQuery(cached);
  const since = start.maxUpdatedAt;
  const { rows, maxUpdatedAt } = await fetchAll(start, fetchPage);
  const base = since === undefined ? [] : (cached?.list ?? []);
  return {
    list: merge(base, rows),
    maxUpdatedAt: maxUpdatedAt === undefined ? null : (maxUpdatedAt ?? since ?? null),
  };
}

async function fetchAll<T extends Row>(
  start: PageQuery,
  fetchPage: (query: PageQuery) => Promise<Page<T>>,
): Promise<{ rows: (T | DeletedRow)[]; maxUpdatedAt: string | null | undefined }> {
  let rows: (T | DeletedRow)[] = [];
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const first = await fetchPage(start);
    const pages = [first];
    for (let pageIndex = 2; (pageIndex - 1) * MAX_PAGE_SIZE < first.count; pageIndex += 1) {
      pages.push(await fetchPage({ ...start, pageIndex }));
    }
    rows = pages.flatMap(({ list }) => list);
    // Deleting or moving a row shifts others across pages already read. Every change advances `maxUpdatedAt`.
    const isStable = pages.every(({ maxUpdatedAt }) => maxUpdatedAt === first.maxUpdatedAt);
    if (isStable) return { rows, maxUpdatedAt: first.maxUpdatedAt };
  }
  return { rows, maxUpdatedAt: undefined };
}

/** Applies changes and deletions; returns rows in display order. */
function merge<T extends Row>(base: readonly T[], changes: readonly (T | DeletedRow)[]): T[] {
  const byId = new Map(base.map((row) => [row.id, row]));
  for (const change of changes) {
    if ('deletedAt' in change) byId.delete(change.id);
    else byId.set(change.id, change);
  }
  return [...byId.values()].toSorted((a, b) => a.sort - b.sort || a.id - b.id);
}
