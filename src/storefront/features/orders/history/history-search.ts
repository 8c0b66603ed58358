import { day } from '#contract/kernel/fields.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/kernel/paging.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/order-status.ts';
import { readPage } from '#storefront/ui/list/search-query.ts';

/** The history's filters as in the URL; '' means no filter. */
export interface HistorySearch {
  orderNo: string;
  /** Part name, drawing number or file name. */
  part: string;
  materialName: string;
  status: OrderStatus | '';
  /** `unread`: orders with unread messages; `waiting`: orders with an unanswered question. */
  talk: 'unread' | 'waiting' | '';
  /** Id of a lead class; 0 means 标准. */
  lead: string;
  /** First and last day, `YYYY-MM-DD` in Shanghai. */
  begin: string;
  end: string;
  page: number;
}

export const noFilters: HistorySearch = {
  orderNo: '',
  part: '',
  materialName: '',
  status: '',
  talk: '',
  lead: '',
  begin: '',
  end: '',
  page: 1,
};

const MESSAGE_FILTERS = ['unread', 'waiting'] as const;
const MAX_TEXT = 200;

/** Parses a query string; ignores invalid values. */
export function readSearch(text: string): HistorySearch {
  const query = new URLSearchParams(text);
  const textOf = (name: string) => (query.get(name) ?? '').trim().slice(0, MAX_TEXT);
  const dayOf = (name: string) => {
    const { success, data } = day(name).safeParse(query.get(name));
    return success ? data : '';
  };
  return {
    orderNo: textOf('orderNo'),
    part: textOf('part'),
    materialName: textOf('materialName'),
    status: ORDER_STATUSES.find((status) => status === query.get('status')) ?? '',
    talk: MESSAGE_FILTERS.find((talk) => talk === query.get('talk')) ?? '',
    lead: /^(?:0|[1-9]\d{0,8})$/.exec(query.get('lead') ?? '')?.[0] ?? '',
    begin: dayOf('begin'),
    end: dayOf('end'),
    page: readPage(query),
  };
}

/** Converts the filters to request parameters; days are whole days in Shanghai. */
export const listQuery = ({ begin, end, ...search }: HistorySearch) => ({
  pageIndex: search.page,
  pageSize: DEFAULT_PAGE_SIZE,
  orderNo: search.orderNo || undefined,
  part: search.part || undefined,
  materialName: search.materialName || undefined,
  status: search.status || undefined,
  talk: search.talk || undefined,
  leadClassId: search.lead || undefined,
  beginTime: begin === '' ? undefined : `${begin}T00:00:00.000+08:00`,
  endTime: end === '' ? undefined : `${end}T23:59:59.999+08:00`,
});
