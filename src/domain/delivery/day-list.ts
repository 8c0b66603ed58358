const SEPARATORS = /[\s,，、;；]+/;
const LOOSE_DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;

/** The days of a stored list, separated by commas, 、 semicolons, blanks or lines. */
export const splitDays = (text: string): string[] => text.split(SEPARATORS).filter((part) => part !== '');

/**
 * The days of a text, as typed or pasted. `2027/1/2` and
 * `2027年1月2日` become `2027-01-02`; anything else stays as it is, for the caller to refuse.
 */
export function readDayList(text: string): string[] {
  return splitDays(text.normalize('NFKC')).map((part) => {
    const [, year, month = '', day = ''] = LOOSE_DAY.exec(part) ?? [];
    return year === undefined ? part : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  });
}
