import type { CSSProperties } from 'react';
import { formatFen } from '#domain/money.ts';
import type { PartDraft } from '../draft/draft.ts';
import { isForReference } from '../draft/price-draft.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';

/** The least number of digits that fit. */
const least = { size: 7, num: 4, amount: 9 };
/** Longer text is no number. */
const MOST = 16;
/** Width of points and commas, in digits. */
const MARK_WIDTH = 0.6;

/** The least width of names and the digits that columns of numbers need, as custom properties: numbers are never cut. */
export function columnWidths(parts: readonly PartDraft[], scope: QuoteScope): CSSProperties {
  const { size, num, amount } = least;
  const longest = (from: number, textsOf: (part: PartDraft) => readonly string[]) =>
    Math.min(
      MOST,
      parts.reduce((most, part) => Math.max(most, ...textsOf(part).map(digitsIn)), from),
    );
  return {
    // Thumbnail and state of a model are beside the name.
    '--name': parts.some(({ modelFile }) => modelFile) ? '184px' : '128px',
    '--length-digits': longest(size, ({ length }) => [length]),
    '--width-digits': longest(size, ({ width }) => [width]),
    '--height-digits': longest(size, ({ height }) => [height]),
    '--num-digits': longest(num, (part) => [part.num]),
    '--amount-digits': longest(amount, (part) => amountTexts(part, scope)),
  } as CSSProperties;
}

const digitsIn = (text: string): number =>
  text.length - (text.match(/[.,]/g) ?? []).length * (1 - MARK_WIDTH);

/** As in the cell; “参考价 ” in small print is as wide as six digits. */
function amountTexts(part: PartDraft, { viewOf }: QuoteScope): string[] {
  const { price } = viewOf(part);
  if (!price.isPriced) return [];
  return [`${isForReference(price) ? '参考价'.padEnd(6) : ''}${formatFen(price.price.subTotalFen)}`];
}
