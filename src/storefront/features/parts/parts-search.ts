import { DEFAULT_PAGE_SIZE } from '#contract/kernel/paging.ts';
import { parseNumber } from '#domain/parse-number.ts';
import { readPage } from '#storefront/ui/list/search-address.ts';

/** The filters of the library as in the address; '' is no condition. */
export interface PartsSearch {
  /** In drawing number, revision or name. */
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

/** A typed length as the contract takes it; undefined for text that is none. */
export function readMm(text: string): string | undefined {
  const mm = parseNumber(text);
  const isLength = typeof mm === 'number' && mm >= 0 && mm <= 10_000 && Number(mm.toFixed(3)) === mm;
  return isLength ? String(mm) : undefined;
}

/** Parses the query of an address; invalid values count as no condition. */
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

/** Parameters of the request. */
export const listQuery = ({ page, text, length, width, height, tolerance }: PartsSearch) => ({
  pageIndex: page,
  pageSize: DEFAULT_PAGE_SIZE,
  text: text || undefined,
  length: length === '' ? undefined : Number(length),
  width: width === '' ? undefined : Number(width),
  height: height === '' ? undefined : Number(height),
  tolerance: tolerance === '' ? undefined : Number(tolerance),
});
