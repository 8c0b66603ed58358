import { DEFAULT_PAGE_SIZE } from '#contract/kernel/paging.ts';
import { parseNumber } from '#domain/parse-number.ts';
import { readPage } from '#storefront/ui/list/search-query.ts';

/** The filters of the part library as in the URL; '' means no filter. */
export interface PartsSearch {
  /** Searched in drawing number, revision and name. */
  text: string;
  /** mm, as typed. */
  length: string;
  width: string;
  height: string;
  tolerance: string;
  page: number;
}

export const noFilters: PartsSearch = {
  text: '',
  length: '',
  width: '',
  height: '',
  tolerance: '',
  page: 1,
};

export const SIZE_FILTERS = ['length', 'width', 'height', 'tolerance'] as const;
export type SizeFilter = (typeof SIZE_FILTERS)[number];

/** Reads a typed length (0…10 000 mm, at most three decimals); undefined if invalid. */
export function readMm(text: string): string | undefined {
  const mm = parseNumber(text);
  const isLength = typeof mm === 'number' && mm >= 0 && mm <= 10_000 && Number(mm.toFixed(3)) === mm;
  return isLength ? String(mm) : undefined;
}

/** Parses a query string; ignores invalid values. */
export function readSearch(text: string): PartsSearch {
  const query = new URLSearchParams(text);
  const mm = (name: SizeFilter) => readMm(query.get(name) ?? '') ?? '';
  return {
    text: (query.get('text') ?? '').trim().slice(0, 200),
    length: mm('length'),
    width: mm('width'),
    height: mm('height'),
    tolerance: mm('tolerance'),
    page: readPage(query),
  };
}

/** Converts the filters to request parameters. */
export const listQuery = ({ page, text, length, width, height, tolerance }: PartsSearch) => ({
  pageIndex: page,
  pageSize: DEFAULT_PAGE_SIZE,
  text: text || undefined,
  length: length === '' ? undefined : Number(length),
  width: width === '' ? undefined : Number(width),
  height: height === '' ? undefined : Number(height),
  tolerance: tolerance === '' ? undefined : Number(tolerance),
});
