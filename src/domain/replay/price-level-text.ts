import type { Comparison, PriceLevel } from './win-rates.ts';

/** What a quoted price is compared with, as text. */
export const comparisonLabels = {
  formula: '报价 ÷ 公式价',
  target: '报价 ÷ 客户目标价',
} as const satisfies Record<Comparison, string>;

/** A price level as text: `低于 85%`, `95%–105%`, `130% 及以上`. */
export function levelText({ from, to }: Pick<PriceLevel, 'from' | 'to'>): string {
  if (from === null) return `低于 ${percentText(to ?? 0)}`;
  return to === null ? `${percentText(from)} 及以上` : `${percentText(from)}–${percentText(to)}`;
}

const percentText = (ratio: number) => `${Math.round(100 * ratio)}%`;
