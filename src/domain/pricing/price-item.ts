import { yuanFromFen } from '#domain/money.ts';
import { isProcessKey, processIdOf } from '#domain/process-tree/process-tree.ts';
import {
  factorsOf,
  figuresFor,
  fromMillionths,
  QUANTITY_EXPONENT,
  quantityFactor,
  type PriceBasis,
} from './price-basis.ts';
import { PricingError } from './pricing-error.ts';
import type {
  CncPrice,
  ItemFigures,
  ItemPrice,
  PartItem,
  PricedMaterial,
  PriceTrace,
  ProcessPrice,
  TracedOption,
} from './types.ts';

export { QUANTITY_EXPONENT } from './price-basis.ts';

/** The kinds of figures, numbered as in the specification. */
export const ItemFigureKind = { unitPrice: 0, deliveryTime: 1, subTotal: 2 } as const;
export type ItemFigureKind = (typeof ItemFigureKind)[keyof typeof ItemFigureKind];

export const itemFigureLabels = { 0: '单价', 1: '工期', 2: '小计' } as const satisfies Record<
  ItemFigureKind,
  string
>;

/** An option without an entry for the material is free and adds no days. */
const NO_ENTRY = { price: 0, time: 0 } as const;

/**
 * Prices one item: unit price and sub-total in fen, delivery time in days, and the trace that explains them.
 *
 *     unit price    = (machining price + option prices) × max(1, part volume / stock volume)
 *     sub-total     = unit price × num × num^-0.14, from the unrounded unit price
 *     delivery time = (material days + option days) × num^speed
 *
 * Material and machining prices are in yuan, as on the wire, and are summed without rounding. The function checks neither the
 * item's `material` nor whether a selected option applies to it; the process tree does.
 * @throws PricingError
 */
export function priceItem(material: PricedMaterial, item: PartItem, cncPrice: CncPrice): ItemPrice {
  const { num } = item;
  assertQuantity(num);
  const basis = basisOf(material, item, cncPrice);
  const factors = factorsOf(basis);
  const factor = quantityFactor(num);
  const figures = figuresFor(factors, num, factor);
  const { unitPriceFen, subTotalFen, deliveryDays } = figures;
  const trace: PriceTrace = {
    version: 1,
    materialId: material.id,
    materialName: material.name,
    materialTag: material.materialTag,
    machiningPrice: basis.machiningPrice,
    options: basis.options,
    unit: fromMillionths(factors.unitPriceMillionths),
    partVolume: basis.partVolume,
    stockVolume: basis.stockVolume,
    ratio: factors.ratio,
    num,
    quantityExponent: QUANTITY_EXPONENT,
    quantityFactor: factor,
    baseDays: basis.baseDays,
    days: fromMillionths(factors.daysMillionths),
    speed: basis.speed,
    timeFactor: num ** basis.speed,
    rounding: 'half-away-2',
    // Not a spread, which is slower: this runs for every variant of a search.
    unit_price: yuanFromFen(unitPriceFen),
    sub_total: yuanFromFen(subTotalFen),
    delivery_time: deliveryDays,
  };
  return { unitPriceFen, subTotalFen, deliveryDays, trace };
}

/** The figures as in a trace and on the wire. */
export const figuresInYuan = ({ unitPriceFen, subTotalFen, deliveryDays }: ItemFigures) => ({
  unit_price: yuanFromFen(unitPriceFen),
  sub_total: yuanFromFen(subTotalFen),
  delivery_time: deliveryDays,
});

/**
 * Recomputes the three figures from the inputs in a trace; does not read the figures in the trace.
 * @throws PricingError `unknown_formula` for a trace of another version
 */
export function pricesFromTrace(trace: PriceTrace): ItemFigures {
  if (![1, 2].includes(trace.version))
    throw new PricingError('unknown_formula', `version ${String(trace.version)}`);
  return figuresFor(factorsOf(trace), trace.num, quantityFactor(trace.num, trace.quantityExponent));
}

/**
 * Collects the inputs of the item's figures, without its quantity.
 * @throws PricingError `no_machining_price`, `invalid_size`
 */
export function basisOf(material: PricedMaterial, item: PartItem, cncPrice: CncPrice): PriceBasis {
  const tag = material.materialTag;
  const machiningPrice = Object.hasOwn(cncPrice, tag) ? cncPrice[tag] : undefined;
  if (machiningPrice === undefined) throw new PricingError('no_machining_price', tag);
  return {
    machiningPrice,
    options: selectedOptions(material.processConfig, item),
    partVolume: volume(item),
    stockVolume: volume(material),
    baseDays: material.deliveryTime,
    speed: material.speed,
  };
}

/** @throws PricingError `invalid_quantity` */
export function assertQuantity(num: number): void {
  if (!Number.isSafeInteger(num) || num < 1) throw new PricingError('invalid_quantity', String(num));
}

function volume({ length, width, height }: { length: number; width: number; height: number }): number {
  const product = length * width * height;
  const isSize = length > 0 && width > 0 && height > 0 && product > 0 && product < Infinity;
  if (!isSize) throw new PricingError('invalid_size', `${length} × ${width} × ${height} mm`);
  return product;
}

function selectedOptions(processConfig: readonly ProcessPrice[], item: PartItem): TracedOption[] {
  const selected: TracedOption[] = [];
  for (const key of Object.keys(item)) {
    if (!isProcessKey(key)) continue;
    const optionId = item[key];
    // A form may contain a process without a choice.
    if (optionId === undefined) continue;
    const { price, time } = processConfig.find(({ id }) => id === optionId) ?? NO_ENTRY;
    selected.push({ processId: processIdOf(key), optionId, price, time });
  }
  return selected;
}
