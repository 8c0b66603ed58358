import { isPromised } from '#domain/orders/waiting.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { dayNumber, parseDay } from '#domain/shanghai-time.ts';
import { unreadText } from '#providers/notifications.ts';
import type { EnumOption, Row } from '../../../field-types/field.ts';

const expiredFlag = ({ isExpired }: Row): EnumOption | undefined =>
  isExpired === true ? { label: '已过期', color: 'red' } : undefined;

/** The time to compare deadlines with: it stops while the customer has an unanswered question. */
const clockOf = ({ waitingSince }: Row, now: Date): Date =>
  typeof waitingSince === 'string' ? new Date(waitingSince) : now;

const waitingFlag = ({ waitingSince }: Row): EnumOption | undefined =>
  typeof waitingSince === 'string' ? { label: '待客户答复', color: 'orange' } : undefined;

export const unreadFlag = ({ unread }: Row): EnumOption | undefined =>
  typeof unread === 'number' ? { label: `${unreadText(unread)} 条未读`, color: 'red' } : undefined;

const replyFlag = (row: Row, now: Date): EnumOption | undefined =>
  row['status'] === 'requested' &&
  typeof row['replyDueAt'] === 'string' &&
  Date.parse(row['replyDueAt']) < clockOf(row, now).getTime()
    ? { label: '答复超时', color: 'red' }
    : undefined;

/** The most urgent flag of an order. Models to check come first, because they block the confirmation. */
export const statusFlag = (row: Row, now = new Date()): EnumOption | undefined =>
  typeof row['openModels'] === 'number' && row['openModels'] > 0
    ? { label: `${row['openModels']} 个模型待核对`, color: 'orange' }
    : (expiredFlag(row) ?? replyFlag(row, now) ?? waitingFlag(row));

/** The lead class of an order, unless it is 标准. */
export const leadFlag = ({ lead }: Row): EnumOption | undefined =>
  typeof lead === 'object' && lead !== null && 'name' in lead
    ? { label: String(lead.name), color: 'blue' }
    : undefined;

export function overdueFlag(row: Row, now = new Date()): EnumOption | undefined {
  const { status, promisedDate } = row;
  if (!isPromised(status as OrderStatus) || typeof promisedDate !== 'string') return undefined;
  const daysLeft = parseDay(promisedDate) - dayNumber(clockOf(row, now));
  if (daysLeft < 0) return { label: `逾期 ${-daysLeft} 天`, color: 'red' };
  return daysLeft === 0 && !waitingFlag(row) ? { label: '今天', color: 'orange' } : undefined;
}
