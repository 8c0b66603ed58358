import { dayNumber, dayText } from '#domain/shanghai-time.ts';

/**
 * The number of the n-th quotation of a day (`'YYYYMMDD'`): `Q20261120-0001`. Numbers above 9999 have more than four digits.
 * @throws RangeError unless `day` has eight digits and `n` is a whole number of at least 1
 */
export function orderNumber(day: string, n: number): string {
  if (!/^\d{8}$/.test(day)) throw new RangeError(`not a day: ${day}`);
  if (!Number.isSafeInteger(n) || n < 1) throw new RangeError(`not a sequence number: ${n}`);
  return `Q${day}-${String(n).padStart(4, '0')}`;
}

/** The calendar day in Shanghai at this instant, `'YYYYMMDD'`. */
export function shanghaiDay(now: Date): string {
  return dayText(dayNumber(now)).replaceAll('-', '');
}
