import type { OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';
import { reviewReasonText } from '#domain/review/review-reasons.ts';
import { formatYuan } from '#domain/money.ts';

/** The amount of a line; 不报价 or 待报价 if it has none. */
export function lineText({ line_total, trace }: Pick<OrderItem, 'line_total' | 'trace'>): string {
  if (line_total !== null) return formatYuan(line_total);
  return trace.steps?.at(-1)?.kind === 'declined' ? '不报价' : '待报价';
}

/** Why the order needs or needed manual pricing; '' if no reason is stored. */
export function manualReason({ gates, status }: Pick<OrderWithExt, 'gates' | 'status'>): string {
  const reason = gates.map(reviewReasonText).join('；');
  return reason === '' || status === 'requested' ? reason : `${reason}（已答复）`;
}
