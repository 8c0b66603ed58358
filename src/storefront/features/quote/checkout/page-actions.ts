import { needsStaff, type QuoteSummary } from '../draft/price-draft.ts';
import type { OrderToPlace } from './order-to-place.ts';
import type { QuotationEdit } from './quotation-edit.ts';

/** A way to submit the parts. */
export interface PageAction {
  status: OrderToPlace['status'];
  label: string;
}

const requestAction: PageAction = { status: 'requested', label: '请人工报价' };

/**
 * The ways to submit the parts, the main one first. Parts that need staff, and an offer with manual prices that was changed
 * or has expired, can only be requested. Staff who act for a customer can only send requests.
 */
export function pageActions(
  summary: Pick<QuoteSummary, 'unpricedCount' | 'reviewCount' | 'reviewReasons' | 'toCheckCount'>,
  edit: Pick<QuotationEdit, 'kind' | 'isExpired' | 'isReviewRequested' | 'isOffered'> | undefined,
  isChanged: boolean,
  isForCustomer = false,
): PageAction[] {
  if (edit?.kind === 'request')
    return needsStaff(summary) || edit.isReviewRequested || !isChanged
      ? [{ status: 'requested', label: '保存询价' }]
      : [{ status: 'quoted', label: '保存为报价' }];
  if (edit?.kind === 'offer')
    return isChanged || edit.isExpired
      ? [{ status: 'requested', label: '提交询价' }]
      : [{ status: 'placed', label: '接受报价并下单' }];
  const isApproved = edit?.isOffered === true && !isChanged && !edit.isExpired;
  if (needsStaff(summary) && !isApproved) return [{ status: 'requested', label: '提交询价' }];
  if (isForCustomer) return [requestAction];
  return [
    { status: 'placed', label: summary.toCheckCount > 0 && !isApproved ? '按参考价提交订单' : '提交订单' },
    { status: 'quoted', label: edit ? '保存为新版本' : '保存报价' },
    requestAction,
  ];
}
