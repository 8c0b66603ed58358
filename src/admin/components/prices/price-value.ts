import type { ChargeFigures, PriceValue } from '#contract/prices/price-changes.ts';
import { ENABLED } from '#contract/kernel/fields.ts';
import {
  recordFigureTexts,
  type LeadFigures,
  type MaterialFigures,
} from '#contract/prices/record-figures.ts';
import {
  RULE_FIGURES,
  ruleFigureLabels,
  ruleFigureUnits,
  type RuleFigure,
} from '#domain/charges/charge-rule.ts';
import { formatYuan } from '#domain/money.ts';
import {
  isPriceJump,
  MAX_NEW_YUAN,
  needsConfirmation,
  changePercentText,
} from '#domain/pricing/price-jump.ts';

/**
 * Formats a price: `12.5/1`, `¥60.00`, or the figures of a record. A material or lead class shows only the figures
 * that differ from `otherValue`.
 */
export function priceValueText(value: PriceValue | undefined, otherValue: PriceValue = null): string {
  if (value === null || value === undefined) return '（无价格）';
  if (typeof value === 'number') return formatYuan(value);
  if ('price' in value) return `${value.price}/${value.time}`;
  return 'amount' in value
    ? figuresText(value)
    : differingText(value, isNamedFigures(otherValue) ? otherValue : null);
}

type NamedFigures = MaterialFigures | LeadFigures;

const isNamedFigures = (value: PriceValue): value is NamedFigures =>
  typeof value === 'object' && value !== null && ('speed' in value || 'factor' in value);

/** `加价 30%，每天名额 10 单`. */
function differingText(figures: NamedFigures, otherValue: NamedFigures | null): string {
  const [texts, others] = [
    Object.entries(recordFigureTexts(figures)),
    otherValue ? recordFigureTexts(otherValue) : {},
  ];
  const differing = texts.filter(([name, text]) => others[name] !== text);
  return (differing.length > 0 ? differing : texts).map(([name, text]) => `${name} ${text}`).join('，');
}

/** `金额 ¥50.00，启用`. */
export const figuresText = (figures: Readonly<ChargeFigures>): string =>
  [
    ...RULE_FIGURES.flatMap((figure) => {
      const value = figures[figure] ?? null;
      return value === null ? [] : figureText(figure, value);
    }),
    ...(figures.withoutModel === 'person' ? ['没有模型人工报价'] : []),
    figures.status === ENABLED ? '启用' : '停用',
  ].join('，');

function figureText(figure: RuleFigure, value: number): string {
  if (figure === 'percent') return `${value}%`;
  const label = figure === 'minimum' ? '最低' : ruleFigureLabels[figure];
  const unit = ruleFigureUnits[figure];
  return `${label} ${unit === '元' ? formatYuan(value) : `${value} ${unit}`}`;
}

/** In yuan; null for values that are not a single price. */
export function yuanOfValue(value: PriceValue): number | null {
  if (value === null || typeof value === 'number') return value;
  return 'price' in value ? value.price : null;
}

interface ValueChange {
  before: PriceValue;
  after: PriceValue;
}

/** True if the user must confirm the change: a jump, a large new price or a removal. Record figures never need it. */
export const valueNeedsConfirmation = ({ before, after }: ValueChange): boolean =>
  needsConfirmation(yuanOfValue(before), after === null ? null : (yuanOfValue(after) ?? 0));

/** A change of a price in yuan; null: no price. */
export interface YuanChange {
  from: number | null;
  to: number | null;
}

export const yuanChangeOf = ({ before, after }: ValueChange): YuanChange => ({
  from: yuanOfValue(before),
  to: yuanOfValue(after),
});

/** `清空`, `新增` or `+60%`. */
export function yuanChangeText({ from, to }: YuanChange): string {
  if (to === null) return '清空';
  return from === null ? '新增' : changePercentText(from, to);
}

const kinds: readonly (readonly [text: string, matches: (change: YuanChange) => boolean])[] = [
  ['变动超过 50%', ({ from, to }) => from !== null && to !== null],
  ['被清空', ({ to }) => to === null],
  [`新增超过 ${MAX_NEW_YUAN / 10_000} 万元`, ({ from, to }) => from === null && to !== null],
];

/** Names the kinds of changes: `变动超过 50% 或被清空`. */
export const changeKindsText = (changes: readonly YuanChange[]): string =>
  kinds
    .flatMap(([text, matches]) => (changes.some(matches) ? [text] : []))
    .join('或')
    .replace('%或', '% 或');

/** Counts each kind: `3 个变动超过 50%`. */
export const changeKindCounts = (changes: readonly YuanChange[]): string[] =>
  kinds.flatMap(([text, matches]) => {
    const count = changes.filter(matches).length;
    return count > 0 ? [`${count} 个${text}`] : [];
  });

/** True if the price changes by more than half. */
export function isValueJump({ before, after }: ValueChange): boolean {
  const [from, to] = [yuanOfValue(before), yuanOfValue(after)];
  return from !== null && to !== null && isPriceJump(from, to);
}
