import { formatFen, formatYuan, type Fen } from '#domain/money.ts';
import { lineFromTrace } from './line.ts';
import { factorsOf, figuresFor, quantityFactor, type PriceBasis } from './price-basis.ts';
import { priceOrUndefined } from './pricing-error.ts';
import type { PriceTrace, TracedOption } from './types.ts';

/** One reason why the price of a line has changed, and its amount. */
export interface PriceReason {
  kind: 'manual' | 'material' | 'machining' | 'stock' | 'option' | 'size' | 'quantity';
  /** For the customer. */
  text: string;
  /** For all pieces; the reasons add up to the difference. */
  fen: Fen;
}

/** Names of processes and options by id. */
export interface ChoiceNames {
  process: (id: number) => string;
  option: (id: number) => string;
}

/** The inputs of the formula, with the quantity. */
type Inputs = PriceBasis & Pick<PriceTrace, 'num' | 'quantityExponent'>;

/**
 * Explains the difference between an earlier price of a line and the formula's current one: replaces one factor after the other,
 * in the order material, machining price, stock, options, size, quantity. Factors without effect are left out. Undefined if
 * there is no earlier price, or if a price is beyond the limits of the price kernel.
 */
export const explainPriceDifference = (
  old: PriceTrace,
  current: PriceTrace,
  names: ChoiceNames,
): PriceReason[] | undefined => priceOrUndefined(() => reasonsOf(old, current, names));

function reasonsOf(old: PriceTrace, current: PriceTrace, names: ChoiceNames): PriceReason[] | undefined {
  const { fen: paidFen } = lineFromTrace(old);
  if (paidFen === null) return undefined;
  const reasons: PriceReason[] = [];
  let inputs: Inputs = old;
  let fen = paidFen;
  const replace = (kind: PriceReason['kind'], text: string, next: Partial<Inputs>) => {
    inputs = { ...inputs, ...next };
    const after = formulaFen(inputs);
    if (after !== fen) reasons.push({ kind, text, fen: after - fen });
    fen = after;
  };
  // Replaces no input: this is the step from a manual price to the formula's for the same inputs.
  replace(
    'manual',
    `当时由人工定价 ${formatFen(paidFen)}，按当时的价格表为 ${formatFen(formulaFen(old))}`,
    {},
  );
  const { machiningPrice, stockVolume } = current;
  if (old.materialId !== current.materialId)
    replace('material', `材料由“${old.materialName}”改为“${current.materialName}”`, {
      machiningPrice,
      stockVolume,
    });
  else {
    replace('machining', `加工基价由 ${formatYuan(old.machiningPrice)} 变为 ${formatYuan(machiningPrice)}`, {
      machiningPrice,
    });
    replace('stock', '材料的毛坯尺寸有调整', { stockVolume });
  }
  for (const processId of processIds(old, current)) {
    const [before, after] = [optionOf(old, processId), optionOf(current, processId)];
    const others = inputs.options.filter((option) => option.processId !== processId);
    replace('option', optionText(before, after, names), { options: after ? [...others, after] : others });
  }
  replace('size', '零件尺寸有改动', { partVolume: current.partVolume });
  replace('quantity', `数量由 ${old.num} 件改为 ${current.num} 件`, {
    num: current.num,
    quantityExponent: current.quantityExponent,
  });
  return reasons;
}

const formulaFen = (inputs: Inputs): Fen =>
  figuresFor(factorsOf(inputs), inputs.num, quantityFactor(inputs.num, inputs.quantityExponent)).subTotalFen;

const processIds = (...traces: readonly PriceTrace[]): number[] => [
  ...new Set(traces.flatMap(({ options }) => options.map(({ processId }) => processId))),
];

const optionOf = ({ options }: PriceTrace, processId: number): TracedOption | undefined =>
  options.find((option) => option.processId === processId);

function optionText(
  before: TracedOption | undefined,
  after: TracedOption | undefined,
  { process, option }: ChoiceNames,
): string {
  if (before && after) {
    const name = process(after.processId);
    return before.optionId === after.optionId
      ? `${name}“${option(after.optionId)}”每件由 ${formatYuan(before.price)} 变为 ${formatYuan(after.price)}`
      : `${name}由“${option(before.optionId)}”改为“${option(after.optionId)}”`;
  }
  if (after) return `增加${process(after.processId)}“${option(after.optionId)}”`;
  return before ? `取消${process(before.processId)}“${option(before.optionId)}”` : '';
}
