import type { OrderStatus } from '#domain/orders/order-status.ts';
import { dayNumber, parseDay } from '#domain/shanghai-time.ts';
import type { EnumOption, Row } from '../../field-types/field.ts';

/** Statuses in which the shop still owes the goods. */
const owed: ReadonlySet<unknown> = new Set<OrderStatus>(['placed', 'confirmed', 'producing', 'inspecting']);

/** Marks a quotation that can no longer be ordered. */
const expiredFlag = ({ isExpired }: Row): EnumOption | undefined =>
  isExpired === true ? { label: '已过期', color: 'red' } : undefined;

/** Marks a request that should have been answered. */
const replyFlag = ({ status, replyDueAt }: Row, now: Date): EnumOption | undefined =>
  status === 'requested' && typeof replyDueAt === 'string' && Date.parse(replyDueAt) < now.getTime()
    ? { label: '答复超时', color: 'red' }
    : undefined;

/** Marks a late request, an expired quotation, and an order with models that somebody must look at before it is confirmed. */
export const statusFlag = (row: Row, now = new Date()): EnumOption | undefined =>
  typeof row['openModels'] === 'number' && row['openModels'] > 0
    ? { label: `${row['openModels']} 个模型待核对`, color: 'orange' }
    : (expiredFlag(row) ?? replyFlag(row, now));

/** Marks an order whose promised day has passed and one that is due today. */
export function overdueFlag({ status, promisedDate }: Row, now = new Date()): EnumOption | undefined {
  if (!owed.has(status) || typeof promisedDate !== 'string') return undefined;
  const left = parseDay(promisedDate) - dayNumber(now);
  if (left < 0) return { label: `逾期 ${-left} 天`, color: 'red' };
  return left === 0 ? { label: '今天', color: 'orange' } : undefined;
}
