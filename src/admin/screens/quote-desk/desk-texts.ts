import { durationText } from '../../components/duration-text.ts';

/** 剩 3 小时 20 分 or 超时 2 小时, in the shop's working time; '' without a promise. */
export const clockText = (minutesLeft: number | null): string =>
  minutesLeft === null ? '' : `${minutesLeft < 0 ? '超时' : '剩'} ${durationText(Math.abs(minutesLeft))}`;

/** How urgent an answer is: late, due within two working hours, or neither. */
export function urgency(minutesLeft: number | null): 'late' | 'soon' | undefined {
  if (minutesLeft === null || minutesLeft >= 120) return undefined;
  return minutesLeft < 0 ? 'late' : 'soon';
}
