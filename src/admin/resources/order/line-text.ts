import type { OrderItem } from '#contract/order-data.ts';
import { formatYuan } from '#domain/money.ts';

/** What a line counts for: its amount, or that it has none. */
export function lineText({ line_total, trace }: Pick<OrderItem, 'line_total' | 'trace'>): string {
  if (line_total !== null) return formatYuan(line_total);
  return trace.steps?.at(-1)?.kind === 'declined' ? '不报价' : '待报价';
}
