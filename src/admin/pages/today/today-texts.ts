import { dayNumber, parseDay } from '#domain/shanghai-time.ts';

const HOUR_MS = 3_600_000;

/** 逾期 3 天, for a promised day that has passed. */
export const lateText = (promisedDate: string, now: Date): string =>
  `逾期 ${dayNumber(now) - parseDay(promisedDate)} 天`;

/** 剩 5 小时, 剩 2 天 from 24 hours on, 不到 1 小时 below one. */
export function leftText(validUntil: string, now: Date): string {
  const hours = Math.floor((Date.parse(validUntil) - now.getTime()) / HOUR_MS);
  if (hours < 1) return '不到 1 小时';
  return hours < 24 ? `剩 ${hours} 小时` : `剩 ${Math.floor(hours / 24)} 天`;
}

/** 超时 3 小时, or the time left until a promised answer; '' without one. */
export function replyText(replyDueAt: string | null, now: Date): string {
  if (replyDueAt === null) return '';
  const late = now.getTime() - Date.parse(replyDueAt);
  if (late <= 0) return leftText(replyDueAt, now);
  const hours = Math.floor(late / HOUR_MS);
  return hours < 24 ? `超时 ${Math.max(1, hours)} 小时` : `超时 ${Math.floor(hours / 24)} 天`;
}
