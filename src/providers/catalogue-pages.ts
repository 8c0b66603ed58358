import { MAX_PAGE_SIZE } from '#contract/paging.ts';

/** A record that is gone, as incremental lists tell it. */
interface Deleted {
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

/** A list that changes while its pages are read is read again, so many times in all. */
const ATTEMPTS = 3;

/**
 * Brings a kept list up to date: everything when none is kept, otherwise what changed since, deletions taken out. A list that does
 * not stand still is taken as it came, but without a mark, so that all of it is fetched the next time.
 */
export async function bringUpToDate<T extends Row>(
  kept: KeptList<T> | undefined,
  fetchPage: (query: PageQuery) => Promise<Page<T>>,
): Promise<KeptList<T>> {
  const since = kept?.maxUpdatedAt ?? undefined;
  const { rows, mark } = await fetchAll(since, fetchPage);
  const base = since === undefined ? [] : (kept?.list ?? []);
  return { list: merge(base, rows), maxUpdatedAt: mark === undefined ? null : (mark ?? since ?? null) };
}

async function fetchAll<T extends Row>(
  since: string | undefined,
  fetchPage: (query: PageQuery) => Promise<Page<T>>,
): Promise<{ rows: (T | Deleted)[]; mark: string | null | undefined }> {
  let rows: (T | Deleted)[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const first = await fetchPage({ pageIndex: 1, pageSize: MAX_PAGE_SIZE, maxUpdatedAt: since });
    const pages = [first];
    for (let pageIndex = 2; (pageIndex - 1) * MAX_PAGE_SIZE < first.count; pageIndex += 1) {
      pages.push(await fetchPage({ pageIndex, pageSize: MAX_PAGE_SIZE, maxUpdatedAt: since }));
    }
    rows = pages.flatMap(({ list }) => list);
    // A row that is deleted or moved meanwhile shifts others past the pages we have read; every change moves the mark.
    const stoodStill = pages.every(({ maxUpdatedAt }) => maxUpdatedAt === first.maxUpdatedAt);
    if (stoodStill) return { rows, mark: first.maxUpdatedAt };
  }
  return { rows, mark: undefined };
}

/** Puts changed rows in the place of old ones and takes deleted ones out; in display order. */
function merge<T extends Row>(base: readonly T[], changes: readonly (T | Deleted)[]): T[] {
  const byId = new Map(base.map((row) => [row.id, row]));
  for (const change of changes) {
    if ('deletedAt' in change) byId.delete(change.id);
    else byId.set(change.id, change);
  }
  return [...byId.values()].toSorted((a, b) => a.sort - b.sort || a.id - b.id);
}
