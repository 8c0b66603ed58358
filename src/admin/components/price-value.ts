import type { ChargeFigures, PriceValue } from '#contract/price-changes.ts';
import { formatYuan } from '#domain/money.ts';
import { isPriceJump } from '#domain/pricing/price-jump.ts';

/** A price as people read it: `12.5/1`, `¥60.00`, or the figures of a charge rule. */
export function priceValueText(value: PriceValue | undefined): string {
  if (value === null || value === undefined) return '（无价格）';
  if (typeof value === 'number') return formatYuan(value);
  return 'price' in value ? `${value.price}/${value.time}` : figuresText(value);
}

/** 金额 ¥50.00，启用. */
export function figuresText({ amount, percent, minimum, status }: Readonly<ChargeFigures>): string {
  return [
    amount === null ? '' : `金额 ${formatYuan(amount)}`,
    percent === null ? '' : `${percent}%`,
    minimum === null ? '' : `最低 ${formatYuan(minimum)}`,
    status === 2 ? '启用' : '停用',
  ]
    .filter(Boolean)
    .join('，');
}

/** Yuan of a value that is one price; null without one. */
export function yuanOfValue(value: PriceValue): number | null {
  if (value === null || typeof value === 'number') return value;
  return 'price' in value ? value.price : null;
}

/** Does the change of a price need a deliberate confirmation? */
export function isValueJump({ before, after }: { before: PriceValue; after: PriceValue }): boolean {
  const [from, to] = [yuanOfValue(before), yuanOfValue(after)];
  return from !== null && to !== null && isPriceJump(from, to);
}
