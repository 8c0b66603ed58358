import type { CSSProperties } from 'react';
import { formatFen } from '#domain/money.ts';
import type { PartDraft } from '../draft/draft.ts';
import { isReferencePrice } from '../draft/price-draft.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';

/** Minimum digits per column. */
const minDigits = { size: 7, num: 4, amount: 9 };
/** Longer text is not a number. */
const MAX_DIGITS = 16;
/** Width of a point or comma, as a fraction of a digit. */
const SEPARATOR_WIDTH = 0.6;

/** Custom properties: the minimum width of names, and the digits of each number column, so that numbers are never cut off. */
export function columnWidths(parts: readonly PartDraft[], scope: QuoteScope): CSSProperties {
  const { size, num, amount } = minDigits;
  const longest = (minimum: number, textsOf: (part: PartDraft) => readonly string[]) =>
    Math.min(
      MAX_DIGITS,
      parts.reduce((most, part) => Math.max(most, ...textsOf(part).map(digitsIn)), minimum),
    );
  return {
    // Leaves room for the thumbnail and the state of a model.
    '--name': parts.some(({ modelFile }) => modelFile) ? '184px' : '128px',
    '--length-digits': longest(size, ({ length }) => [length]),
    '--width-digits': longest(size, ({ width }) => [width]),
    '--height-digits': longest(size, ({ height }) => [height]),
    '--num-digits': longest(num, (part) => [part.num]),
    '--amount-digits': longest(amount, (part) => amountTexts(part, scope)),
  } as CSSProperties;
}

const digitsIn = (text: string): number =>
  text.length - (text.match(/[.,]/g) ?? []).length * (1 - SEPARATOR_WIDTH);

/** The texts of the amount cell; the small “参考价 ” is as wide as six digits. */
function amountTexts(part: PartDraft, { viewOf }: QuoteScope): string[] {
  const { price } = viewOf(part);
  if (!price.isPriced) return [];
  return [`${isReferencePrice(price) ? '参考价'.padEnd(6) : ''}${formatFen(price.price.subTotalFen)}`];
}
