import { day } from '#contract/kernel/fields.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/kernel/paging.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/order-status.ts';
import { readPage } from '#storefront/ui/list/search-address.ts';

/** The filters of the history as in the address; '' is no condition. */
export interface HistorySearch {
  orderNo: string;
  /** Part name, drawing number or file name. */
  part: string;
  materialName: string;
  status: OrderStatus | '';
  /** With messages that are not read, or with a question to answer. */
  talk: 'unread' | 'waiting' | '';
  /** The id of a lead class; 0: 标准. */
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

const TALKS = ['unread', 'waiting'] as const;
const MAX_TEXT = 200;

/** Parses the query of an address; invalid values count as no condition. */
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
    talk: TALKS.find((talk) => talk === query.get('talk')) ?? '',
    lead: /^(?:0|[1-9]\d{0,8})$/.exec(query.get('lead') ?? '')?.[0] ?? '',
    begin: dayOf('begin'),
    end: dayOf('end'),
    page: readPage(query),
  };
}

/** Parameters of the request; days are whole days in Shanghai. */
export function listQuery({
  orderNo,
  part,
  materialName,
  status,
  talk,
  lead,
  begin,
  end,
  page,
}: HistorySearch) {
  return {
    pageIndex: page,
    pageSize: DEFAULT_PAGE_SIZE,
    orderNo: orderNo || undefined,
    part: part || undefined,
    materialName: materialName || undefined,
    status: status || undefined,
    talk: talk || undefined,
    leadClassId: lead || undefined,
    beginTime: begin === '' ? undefined : `${begin}T00:00:00.000+08:00`,
    endTime: end === '' ? undefined : `${end}T23:59:59.999+08:00`,
  };
}
