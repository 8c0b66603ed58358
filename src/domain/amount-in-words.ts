import { MAX_AMOUNT_FEN, type Fen } from './money.ts';

const DIGITS = '零壹贰叁肆伍陆柒捌玖';
const UNITS = ['', '拾', '佰', '仟'];

/**
 * Writes an amount in Chinese financial numerals (大写): `壹仟零肆元伍角整`. Amounts without fen end in 整. The rules for bills
 * (支付结算办法, annex 1) allow an additional 零 before a digit group or 角 that has no leading zero; it is omitted here.
 * @throws RangeError for anything but whole fen up to 10^12 yuan, either sign
 */
export function amountInWords(fen: Fen): string {
  const absoluteFen = Math.abs(fen);
  if (!Number.isSafeInteger(fen) || absoluteFen > MAX_AMOUNT_FEN)
    throw new RangeError(`not an amount in fen: ${fen}`);
  if (absoluteFen === 0) return '零元整';
  const yuan = Math.floor(absoluteFen / 100);
  const jiao = Math.floor(absoluteFen / 10) % 10;
  const fenDigit = absoluteFen % 10;
  const words = [
    fen < 0 ? '负' : '',
    yuan > 0 ? `${wholeNumber(yuan)}元` : '',
    jiao > 0 ? `${digit(jiao)}角` : yuan > 0 && fenDigit > 0 ? '零' : '',
    fenDigit > 0 ? `${digit(fenDigit)}分` : '整',
  ];
  return words.join('');
}

/** Writes 1 … 10^12. The part before 亿 is written like a separate number. */
function wholeNumber(value: number): string {
  return joinGroups(
    value,
    1e8,
    '亿',
    (yi) => joinGroups(yi, 1e4, '万', fourDigits),
    (below) => joinGroups(below, 1e4, '万', fourDigits),
  );
}

/** Writes high · size + low. A 零 separates the two when low starts with a zero. */
function joinGroups(
  value: number,
  size: number,
  name: string,
  highWords: (high: number) => string,
  lowWords: (low: number) => string = fourDigits,
): string {
  const high = Math.floor(value / size);
  const low = value % size;
  if (high === 0) return lowWords(low);
  if (low === 0) return `${highWords(high)}${name}`;
  return `${highWords(high)}${name}${low < size / 10 ? '零' : ''}${lowWords(low)}`;
}

/** Writes 1 … 9999; consecutive inner zeros become one 零. */
function fourDigits(value: number): string {
  let words = '';
  let isGap = false;
  for (let position = 3; position >= 0; position--) {
    const figure = Math.floor(value / 10 ** position) % 10;
    if (figure > 0) {
      words += `${isGap ? DIGITS.charAt(0) : ''}${digit(figure)}${UNITS[position]}`;
      isGap = false;
    } else {
      isGap = words !== '';
    }
  }
  return words;
}

function digit(figure: number): string {
  return DIGITS.charAt(figure);
}
