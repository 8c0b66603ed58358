import { dayText, isDay, parseDay } from '#domain/shanghai-time.ts';

const SEPARATORS = /[\s,，、;；]+/;
const TYPED_DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})[日号]?$/;
/** The accepted days. Other years belong to another calendar (民国 115, Buddhist 2569) or are typing errors. */
export const MIN_DAY = '2000-01-01';
export const MAX_DAY = '2099-12-31';

/** Splits a stored list at commas, 、, semicolons and white space. */
export const splitDays = (text: string): string[] => text.split(SEPARATORS).filter((part) => part !== '');

const RANGE = /\s*(?:~|至|到|[—–]+)\s*/g;
/** A longer range is a typing error. */
const MAX_RANGE_DAYS = 100;

/**
 * Reads typed or pasted days. `2027/1/2` and `2027年1月2日` become `2027-01-02`, and `2027-01-01 至 2027-01-03` becomes three
 * days. Other text is returned unchanged; the caller rejects it.
 */
export function readDayList(text: string): string[] {
  return splitDays(text.normalize('NFKC').replaceAll(RANGE, '~')).flatMap((part) => {
    const [first = '', last, ...more] = part.split('~').map(normalizeDay);
    if (last === undefined) return [first];
    return (more.length === 0 && daysBetween(first, last)) || [part];
  });
}

function daysBetween(first: string, last: string): string[] | undefined {
  if (!isDay(first) || !isDay(last)) return undefined;
  const start = parseDay(first);
  const count = parseDay(last) - start + 1;
  if (count < 1 || count > MAX_RANGE_DAYS) return undefined;
  return Array.from({ length: count }, (_, index) => dayText(start + index));
}

/** `2027/1/2`, `2027.1.2` and `2027年1月2日` as `2027-01-02`; other text unchanged. */
export function normalizeDay(text: string): string {
  const [, year, month = '', day = ''] = TYPED_DAY.exec(text) ?? [];
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Reads one typed day, in the forms of `readDayList`; undefined unless it exists and is in the years 2000 to 2099. */
export function readDay(text: string): string | undefined {
  const day = normalizeDay(text.normalize('NFKC').trim());
  return isDay(day) && day >= MIN_DAY && day <= MAX_DAY ? day : undefined;
}

/** The error of a typed day; undefined for a valid one. */
export function checkDay(text: string): string | undefined {
  if (readDay(text) !== undefined) return undefined;
  const form = '请按 2026-01-31 的形式填写公历日期';
  return isDay(normalizeDay(text.normalize('NFKC').trim()))
    ? `${text} 的年份不在 2000–2099 之间，${form}`
    : `${text} 不是有效的日期，${form}`;
}
