import type { OrderToPlace } from './order-to-place.ts';
import type { QuotationEdit } from './quotation-edit.ts';

/** One way to submit the page's parts. */
export interface PageAction {
  status: OrderToPlace['status'];
  label: string;
}

const ask: PageAction = { status: 'requested', label: '请人工报价' };

/**
 * How the page's parts can be submitted, the main way first. Parts that only a person can price, and offers whose prices by hand
 * no longer fit, become a request.
 */
export function pageActions(
  { open }: { open: number },
  edit: Pick<QuotationEdit, 'kind' | 'isExpired'> | undefined,
  isChanged: boolean,
): PageAction[] {
  if (edit?.kind === 'request') return [{ status: 'requested', label: '保存询价' }];
  if (edit?.kind === 'offer')
    return isChanged || edit.isExpired
      ? [{ status: 'requested', label: '提交询价' }]
      : [{ status: 'placed', label: '接受报价并下单' }];
  if (open > 0) return [{ status: 'requested', label: '提交询价' }];
  return [
    { status: 'placed', label: '提交订单' },
    { status: 'quoted', label: edit ? '保存为新版本' : '保存报价' },
    ask,
  ];
}
