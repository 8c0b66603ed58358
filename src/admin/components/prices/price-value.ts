import type { ChargeFigures, PriceValue } from '#contract/prices/price-changes.ts';
import { figureTexts, type LeadFigures, type MaterialFigures } from '#contract/prices/record-figures.ts';
import {
  RULE_FIGURES,
  ruleFigureLabels,
  ruleFigureUnits,
  type RuleFigure,
} from '#domain/charges/charge-rule.ts';
import { formatYuan } from '#domain/money.ts';
import { isPriceJump, MOST_NEW_YUAN, needsLook, percentText } from '#domain/pricing/price-jump.ts';

/**
 * A price as text: `12.5/1`, `¥60.00`, or the figures of a record; of a material or lead class only those that differ from
 * `beside`.
 */
export function priceValueText(value: PriceValue | undefined, beside: PriceValue = null): string {
  if (value === null || value === undefined) return '（无价格）';
  if (typeof value === 'number') return formatYuan(value);
  if ('price' in value) return `${value.price}/${value.time}`;
  return 'amount' in value ? figuresText(value) : differingText(value, isNamed(beside) ? beside : null);
}

type Named = MaterialFigures | LeadFigures;

const isNamed = (value: PriceValue): value is Named =>
  typeof value === 'object' && value !== null && ('speed' in value || 'factor' in value);

/** 加价 30%，每天名额 10 单. */
function differingText(figures: Named, beside: Named | null): string {
  const [texts, others] = [Object.entries(figureTexts(figures)), beside ? figureTexts(beside) : {}];
  const differing = texts.filter(([name, text]) => others[name] !== text);
  return (differing.length > 0 ? differing : texts).map(([name, text]) => `${name} ${text}`).join('，');
}

/** 金额 ¥50.00，启用. */
export const figuresText = (figures: Readonly<ChargeFigures>): string =>
  [
    ...RULE_FIGURES.flatMap((figure) => {
      const value = figures[figure] ?? null;
      return value === null ? [] : figureText(figure, value);
    }),
    ...(figures.withoutModel === 'person' ? ['没有模型人工报价'] : []),
    figures.status === 2 ? '启用' : '停用',
  ].join('，');

function figureText(figure: RuleFigure, value: number): string {
  if (figure === 'percent') return `${value}%`;
  const label = figure === 'minimum' ? '最低' : ruleFigureLabels[figure];
  const unit = ruleFigureUnits[figure];
  return `${label} ${unit === '元' ? formatYuan(value) : `${value} ${unit}`}`;
}

/** Yuan of a value that is a single price; null for others. */
export function yuanOfValue(value: PriceValue): number | null {
  if (value === null || typeof value === 'number') return value;
  return 'price' in value ? value.price : null;
}

interface ValueChange {
  before: PriceValue;
  after: PriceValue;
}

/** Does the change of a price need a deliberate confirmation? */
export const valueNeedsLook = ({ before, after }: ValueChange): boolean =>
  needsLook(yuanOfValue(before), after === null ? null : (yuanOfValue(after) ?? 0));

/** Yuan before and after; null: no price. */
export interface Move {
  from: number | null;
  to: number | null;
}

export const moveOf = ({ before, after }: ValueChange): Move => ({
  from: yuanOfValue(before),
  to: yuanOfValue(after),
});

/** A change that needs confirmation in a word: 清空, 新增, `+60%`. */
export function moveWord({ from, to }: Move): string {
  if (to === null) return '清空';
  return from === null ? '新增' : percentText(from, to);
}

const looks: readonly (readonly [words: string, isSo: (move: Move) => boolean])[] = [
  ['变动超过 50%', ({ from, to }) => from !== null && to !== null],
  ['被清空', ({ to }) => to === null],
  [`新增超过 ${MOST_NEW_YUAN / 10_000} 万元`, ({ from, to }) => from === null && to !== null],
];

/** The kinds of changes that need confirmation: 变动超过 50%或被清空. */
export const lookWords = (moves: readonly Move[]): string =>
  looks
    .flatMap(([words, isSo]) => (moves.some(isSo) ? [words] : []))
    .join('或')
    .replace('%或', '% 或');

/** The number of each kind: 3 个变动超过 50%. */
export const lookCounts = (moves: readonly Move[]): string[] =>
  looks.flatMap(([words, isSo]) => {
    const count = moves.filter(isSo).length;
    return count > 0 ? [`${count} 个${words}`] : [];
  });

/** Does a price change by more than half? */
export function isValueJump({ before, after }: ValueChange): boolean {
  const [from, to] = [yuanOfValue(before), yuanOfValue(after)];
  return from !== null && to !== null && isPriceJump(from, to);
}
