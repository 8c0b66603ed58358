import { linePrice } from '#domain/pricing/line-price.ts';
import type { ItemPrice } from '#domain/pricing/types.ts';
import type { QuoteCatalogue } from './catalogue-types.ts';
import { parseField, type PartFields } from './draft.ts';
import { pricePart } from './price-draft.ts';
import { SIZE_FIELDS, type SizeField } from './size-text.ts';

export const sideNames: Readonly<Record<SizeField, string>> = {
  length: '长度',
  width: '宽度',
  height: '高度',
};
/** The largest suggested reduction of a side, as a fraction; more would make it a different part. */
const MAX_SHRINK = 0.1;

/**
 * Suggests how to fit the part into its base volume, above which the price grows proportionally, by shrinking one side
 * by at most 10 %: `长度减到 181.8 mm、宽度减到 … 或高度减到 … 就不超过基准体积，每件省 ¥12.30`. Undefined if nothing is saved.
 */
export function sizeAdvice(part: PartFields, catalogue: QuoteCatalogue): string | undefined {
  const price = priceOf(part, catalogue);
  if (!price || price.trace.ratio <= 1) return undefined;
  const { ratio } = price.trace;
  const options = SIZE_FIELDS.flatMap((field) => {
    const side = parseField(part, field) ?? NaN;
    // Rounded down to 0.1 mm; 1e-9 absorbs floating-point errors.
    const target = Math.floor((side / ratio) * 10 + 1e-9) / 10;
    if (!(target >= side * (1 - MAX_SHRINK))) return [];
    const saving = savingText(price, priceOf({ ...part, [field]: String(target) }, catalogue));
    return saving ? [{ text: `${sideNames[field]}减到 ${target} mm`, saving }] : [];
  });
  const [first] = options;
  if (!first) return undefined;
  const texts = options.map(({ text }) => text);
  const last = texts.pop() ?? '';
  return `${[texts.join('、'), last].filter(Boolean).join(' 或')} 就不超过基准体积，${first.saving}`;
}

function priceOf(part: PartFields, catalogue: QuoteCatalogue): ItemPrice | undefined {
  const price = pricePart(part, catalogue);
  return price.isPriced ? price.price : undefined;
}

function savingText(current: ItemPrice | undefined, reduced: ItemPrice | undefined): string {
  if (!current || !reduced || reduced.subTotalFen >= current.subTotalFen) return '';
  const { figure, isExact } = linePrice(current.subTotalFen - reduced.subTotalFen, current.trace.num);
  return `每件${isExact ? '' : '约'}省 ¥${figure}`;
}
