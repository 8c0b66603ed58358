import { dayText } from '#domain/shanghai-time.ts';
import { walkXml } from './workbook-xml.ts';

/** The meaning of a cell's number by its format. */
export type NumberKind = 'number' | 'percent' | 'time' | { unit: string };

/** Built-in formats, whose code no workbook contains (ECMA-376 part 1, 18.8.30). */
function kindOfBuiltIn(id: number): NumberKind {
  if (id === 9 || id === 10) return 'percent';
  const isTime =
    (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  return isTime ? 'time' : 'number';
}

/** Literals: quoted and escaped characters, and brackets with a colour, currency or language, but not with elapsed time. */
const LITERAL = /"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;

/** Text that a format appends to each number: 0.0"cm", #,##0"件". */
const UNIT = /^(?:[#0?.,]+|general)(?:\\? )?"([^"]{1,8})"(?:$|;|_)/i;

function kindOfCode(code: string): NumberKind {
  const plain = code.replaceAll(LITERAL, '');
  if (plain.includes('%')) return 'percent';
  if (/[ymdhs]/i.test(plain.replaceAll(/general/gi, ''))) return 'time';
  const unit = UNIT.exec(code)?.[1];
  return unit === undefined ? 'number' : { unit };
}

/** The number kinds of cell styles, by index. */
export function readFormats(styles: Buffer | undefined): NumberKind[] {
  const codes = new Map<number, NumberKind>();
  const lists: Record<string, NumberKind[]> = { cellStyleXfs: [], cellXfs: [] };
  let list: NumberKind[] | undefined;
  walkXml(styles, {
    open: (name, { numFmtId, formatCode, xfId }) => {
      if (name === 'numFmt') codes.set(Number(numFmtId), kindOfCode(formatCode ?? ''));
      else if (name in lists) list = lists[name];
      else if (name === 'xf' && list) {
        const id = Number(numFmtId);
        const inherited = lists['cellStyleXfs']?.[Number(xfId)] ?? 'number';
        list.push(numFmtId === undefined ? inherited : (codes.get(id) ?? kindOfBuiltIn(id)));
      }
    },
    close: (name) => {
      if (name in lists) list = undefined;
    },
  });
  return lists['cellXfs'] ?? [];
}

/** Rounds to the fifteen digits of spreadsheets: 29 % may be stored as 0.28999999999999998. */
export const percentOf = (value: number): string => `${Number((value * 100).toPrecision(15))}%`;

const DAY_SECONDS = 86_400;
/** 1970-01-01 as a serial day. */
const UNIX_DAY = 25_569;
/** Days between 1900 and 1904: some workbooks count from 1904. */
const DAYS_BEFORE_1904 = 1462;
/** 9999-12-31 */
const LAST_DAY = 2_958_465;

/** A serial day as `2026-01-31`, `2026-01-31 08:30` or `08:30`; undefined outside the range of dates. */
export function timeOf(serial: number, is1904: boolean): string | undefined {
  if (serial < 0 || serial > LAST_DAY) return undefined;
  const seconds = Math.round(serial * DAY_SECONDS);
  const day = Math.floor(seconds / DAY_SECONDS);
  const minutes = Math.floor((seconds % DAY_SECONDS) / 60);
  const time = [Math.floor(minutes / 60), minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  if (day === 0 && !is1904) return time;
  // Spreadsheets count February 29th 1900, which did not exist.
  const shift = is1904 ? DAYS_BEFORE_1904 : day < 60 ? 1 : 0;
  const text = dayText(day + shift - UNIX_DAY);
  return minutes === 0 ? text : `${text} ${time}`;
}
