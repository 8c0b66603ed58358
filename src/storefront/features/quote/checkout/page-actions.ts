import { isForPerson, type QuoteSummary } from '../draft/price-draft.ts';
import type { OrderToPlace } from './order-to-place.ts';
import type { QuotationEdit } from './quotation-edit.ts';

/** One way to submit the page's parts. */
export interface PageAction {
  status: OrderToPlace['status'];
  label: string;
}

const ask: PageAction = { status: 'requested', label: '请人工报价' };

/**
 * How the page's parts can be submitted, the main way first. A request is the only way for parts that staff have to price or that a
 * rule sends to them, and for a changed offer with prices by hand. Staff can only send requests, for a customer.
 */
export function pageActions(
  summary: Pick<QuoteSummary, 'open' | 'held' | 'reviewReasons' | 'toCheck'>,
  edit: Pick<QuotationEdit, 'kind' | 'isExpired' | 'isAsked' | 'isOffered'> | undefined,
  isChanged: boolean,
  isForCustomer = false,
): PageAction[] {
  if (edit?.kind === 'request')
    return isForPerson(summary) || edit.isAsked || !isChanged
      ? [{ status: 'requested', label: '保存询价' }]
      : [{ status: 'quoted', label: '保存为报价' }];
  if (edit?.kind === 'offer')
    return isChanged || edit.isExpired
      ? [{ status: 'requested', label: '提交询价' }]
      : [{ status: 'placed', label: '接受报价并下单' }];
  const isApproved = edit?.isOffered === true && !isChanged && !edit.isExpired;
  if (isForPerson(summary) && !isApproved) return [{ status: 'requested', label: '提交询价' }];
  if (isForCustomer) return [ask];
  return [
    { status: 'placed', label: summary.toCheck > 0 && !isApproved ? '按参考价提交订单' : '提交订单' },
    { status: 'quoted', label: edit ? '保存为新版本' : '保存报价' },
    ask,
  ];
}
