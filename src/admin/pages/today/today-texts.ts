import { dayNumber, parseDay } from '#domain/shanghai-time.ts';

const HOUR_MS = 3_600_000;

export const lateText = (promisedDate: string, now: Date): string =>
  `逾期 ${dayNumber(now) - parseDay(promisedDate)} 天`;

/** 剩 5 小时; 剩 2 天 from 24 hours on; 不到 1 小时 if less than an hour is left. */
export function timeLeftText(validUntil: string, now: Date): string {
  const hours = Math.floor((Date.parse(validUntil) - now.getTime()) / HOUR_MS);
  if (hours < 1) return '不到 1 小时';
  return hours < 24 ? `剩 ${hours} 小时` : `剩 ${Math.floor(hours / 24)} 天`;
}

/** 剩 3 小时 or 超时 20 分, in working time; '' without a due time. */
export function replyText(minutesLeft: number | null): string {
  if (minutesLeft === null) return '';
  const minutes = Math.abs(minutesLeft);
  const time = minutes < 60 ? `${minutes} 分` : `${Math.floor(minutes / 60)} 小时`;
  return `${minutesLeft < 0 ? '超时' : '剩'} ${time}`;
}
