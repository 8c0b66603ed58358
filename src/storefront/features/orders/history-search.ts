import { day } from '#contract/fields.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/order-status.ts';
import { idFromAddress } from '#storefront/app/paths.ts';

/** What of the history is shown, as it stands in the address; '' is no condition. */
export interface HistorySearch {
  orderNo: string;
  materialName: string;
  status: OrderStatus | '';
  /** First and last day, `YYYY-MM-DD` in Shanghai. */
  begin: string;
  end: string;
  page: number;
}

export const everything: HistorySearch = {
  orderNo: '',
  materialName: '',
  status: '',
  begin: '',
  end: '',
  page: 1,
};

const MAX_TEXT = 200;
const MAX_PAGE = 1_000_000;

/** Reads the query of an address; what makes no sense there is no condition. */
export function readSearch(text: string): HistorySearch {
  const query = new URLSearchParams(text);
  const textOf = (name: string) => (query.get(name) ?? '').trim().slice(0, MAX_TEXT);
  const dayOf = (name: string) => {
    const { success, data } = day(name).safeParse(query.get(name));
    return success ? data : '';
  };
  const page = idFromAddress(query.get('page')) ?? 1;
  return {
    orderNo: textOf('orderNo'),
    materialName: textOf('materialName'),
    status: ORDER_STATUSES.find((status) => status === query.get('status')) ?? '',
    begin: dayOf('begin'),
    end: dayOf('end'),
    page: page > MAX_PAGE ? 1 : page,
  };
}

/** The same as the query of an address, with its question mark; '' for everything. */
export function searchText(search: HistorySearch): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== '' && !(name === 'page' && value === 1)) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** Is anything left out, the other pages aside? */
export const isNarrowed = (search: HistorySearch) => searchText({ ...search, page: 1 }) !== '';

/** The last page that there is; 1 for none. */
export const lastPage = (count: number) => Math.max(1, Math.ceil(count / DEFAULT_PAGE_SIZE));

/** What the server is asked: days are whole days in Shanghai. */
export function listQuery({ orderNo, materialName, status, begin, end, page }: HistorySearch) {
  return {
    pageIndex: page,
    pageSize: DEFAULT_PAGE_SIZE,
    orderNo: orderNo || undefined,
    materialName: materialName || undefined,
    status: status || undefined,
    beginTime: begin === '' ? undefined : `${begin}T00:00:00.000+08:00`,
    endTime: end === '' ? undefined : `${end}T23:59:59.999+08:00`,
  };
}
