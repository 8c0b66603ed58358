import { MAX_PAGE_SIZE } from '#contract/paging.ts';

/** A record that is gone, as incremental lists tell it. */
export interface Deleted {
  id: number;
  deletedAt: string;
}

interface Row {
  id: number;
  sort: number;
}

/** One list kept in the browser, and the mark from which to ask for changes. */
export interface KeptList<T> {
  list: T[];
  maxUpdatedAt: string | null;
}

interface Page<T> {
  list: (T | Deleted)[];
  count: number;
  maxUpdatedAt: string | null;
}

interface PageQuery {
  pageIndex: number;
  pageSize: number;
  maxUpdatedAt?: string;
}

/** A list that changes while its pages are read is read again; after so many times what came is taken. */
const ATTEMPTS = 3;

/**
 * Brings a kept list up to date: everything when none is kept, otherwise what changed since, deletions taken out. The mark is the
 * first page's: whatever is written while later pages are read will come again.
 */
export async function bringUpToDate<T extends Row>(
  kept: KeptList<T> | undefined,
  fetchPage: (query: PageQuery) => Promise<Page<T>>,
): Promise<KeptList<T>> {
  const since = kept?.maxUpdatedAt ?? undefined;
  const { rows, maxUpdatedAt } = await fetchAll(since, fetchPage);
  const base = since === undefined ? [] : (kept?.list ?? []);
  return { list: merge(base, rows), maxUpdatedAt: maxUpdatedAt ?? since ?? null };
}

async function fetchAll<T extends Row>(
  since: string | undefined,
  fetchPage: (query: PageQuery) => Promise<Page<T>>,
) {
  for (let attempt = 1; ; attempt += 1) {
    const rows = new Map<number, T | Deleted>();
    let maxUpdatedAt: string | null = null;
    let count = 0;
    for (let pageIndex = 1; pageIndex === 1 || (pageIndex - 1) * MAX_PAGE_SIZE < count; pageIndex += 1) {
      const page = await fetchPage({ pageIndex, pageSize: MAX_PAGE_SIZE, maxUpdatedAt: since });
      if (pageIndex === 1) maxUpdatedAt = page.maxUpdatedAt;
      for (const row of page.list) rows.set(row.id, row);
      count = page.count;
      if (page.list.length === 0) break;
    }
    // A deletion between two pages moves a row from the later page to the earlier one, where we have already been.
    if (rows.size >= count || attempt === ATTEMPTS) return { rows: [...rows.values()], maxUpdatedAt };
  }
}

/** Puts changed rows in the place of old ones and takes deleted ones out; in display order. */
export function merge<T extends Row>(base: readonly T[], changes: readonly (T | Deleted)[]): T[] {
  const byId = new Map(base.map((row) => [row.id, row]));
  for (const change of changes) {
    if ('deletedAt' in change) byId.delete(change.id);
    else byId.set(change.id, change);
  }
  return [...byId.values()].toSorted((a, b) => a.sort - b.sort || a.id - b.id);
}
