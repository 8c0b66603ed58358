import { isPromised } from '#domain/orders/waiting.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { dayNumber, parseDay } from '#domain/shanghai-time.ts';
import { unreadText } from '#providers/notifications.ts';
import type { EnumOption, Row } from '../../../field-types/field.ts';

/** Marks a quotation that can no longer be ordered. */
const expiredFlag = ({ isExpired }: Row): EnumOption | undefined =>
  isExpired === true ? { label: '已过期', color: 'red' } : undefined;

/** The time that deadlines are compared with; it stops while the customer has a question to answer. */
const clockOf = ({ waitingSince }: Row, now: Date): Date =>
  typeof waitingSince === 'string' ? new Date(waitingSince) : now;

const waitingFlag = ({ waitingSince }: Row): EnumOption | undefined =>
  typeof waitingSince === 'string' ? { label: '待客户答复', color: 'orange' } : undefined;

/** Marks an order with messages that the user has not read. */
export const unreadFlag = ({ unread }: Row): EnumOption | undefined =>
  typeof unread === 'number' ? { label: `${unreadText(unread)} 条未读`, color: 'red' } : undefined;

/** Marks a request that should have been answered. */
const replyFlag = (row: Row, now: Date): EnumOption | undefined =>
  row['status'] === 'requested' &&
  typeof row['replyDueAt'] === 'string' &&
  Date.parse(row['replyDueAt']) < clockOf(row, now).getTime()
    ? { label: '答复超时', color: 'red' }
    : undefined;

/**
 * Marks a late request, an expired quotation, an order that waits for its customer, and one with models to check before
 * the confirmation.
 */
export const statusFlag = (row: Row, now = new Date()): EnumOption | undefined =>
  typeof row['openModels'] === 'number' && row['openModels'] > 0
    ? { label: `${row['openModels']} 个模型待核对`, color: 'orange' }
    : (expiredFlag(row) ?? replyFlag(row, now) ?? waitingFlag(row));

/** The lead class of an order, unless it is 标准. */
export const leadFlag = ({ lead }: Row): EnumOption | undefined =>
  typeof lead === 'object' && lead !== null && 'name' in lead
    ? { label: String(lead.name), color: 'blue' }
    : undefined;

/** Marks an order whose promised day has passed and one that is due today. */
export function overdueFlag(row: Row, now = new Date()): EnumOption | undefined {
  const { status, promisedDate } = row;
  if (!isPromised(status as OrderStatus) || typeof promisedDate !== 'string') return undefined;
  const left = parseDay(promisedDate) - dayNumber(clockOf(row, now));
  if (left < 0) return { label: `逾期 ${-left} 天`, color: 'red' };
  return left === 0 && !waitingFlag(row) ? { label: '今天', color: 'orange' } : undefined;
}
