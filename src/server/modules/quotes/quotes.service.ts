import { ladder } from '#domain/pricing/ladder.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { priceOrder } from '#domain/pricing/price-order.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import type { CncPrice, ItemPrice, OrderPrice, PricedMaterial } from '#domain/pricing/types.ts';
import { shipDate } from '#domain/delivery/ship-date.ts';
import { dropInapplicable, missingSelections } from '#domain/process-tree/process-tree.ts';
import type { FieldErrors } from '#contract/errors.ts';
import type { QuotationItem } from '#contract/part-item.ts';
import type { Quotation } from '#contract/quotes.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';

/** An item with what prices it. */
export interface PricedItem {
  item: QuotationItem;
  material: PricedMaterial;
  price: ItemPrice;
}

export interface PricedOrder {
  items: PricedItem[];
  total: OrderPrice;
  cncPrice: CncPrice;
}

/**
 * Prices items with the shop's own catalogue. Throws `quote.invalid` naming every field concerned: unknown materials,
 * processes without a choice, choices that do not apply.
 */
export function priceItems(
  catalogue: Catalogue,
  cncPrice: CncPrice,
  items: readonly QuotationItem[],
): PricedOrder {
  const fields: FieldErrors = {};
  const priced: PricedItem[] = [];
  for (const [index, item] of items.entries()) {
    const material = catalogue.materials.get(item.material);
    if (!material) {
      fields[`items.${index}.material`] = unknownMaterial;
      continue;
    }
    const wrong = checkSelections(catalogue, item);
    const price =
      Object.keys(wrong).length === 0 ? priceOrExplain(material, item, cncPrice, wrong) : undefined;
    for (const [field, message] of Object.entries(wrong)) fields[`items.${index}.${field}`] = message;
    if (price) priced.push({ item, material, price });
  }
  const [first] = Object.values(fields);
  if (first !== undefined) throw new AppError('quote.invalid', { msg: first, fields });
  return { items: priced, total: totalOf(priced), cncPrice };
}

function totalOf(priced: readonly PricedItem[]): OrderPrice {
  return withinRange('合计金额超出报价范围，请联系我们报价', () =>
    priceOrder(priced.map(({ price }) => price)),
  );
}

/** Amounts and dates beyond what the kernel knows are the request's fault, not ours. */
function withinRange<T>(msg: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof PricingError || error instanceof RangeError)
      throw new AppError('quote.invalid', { msg, cause: error });
    throw error;
  }
}

/** What is wrong with an item, by field: its material is unknown, a choice is missing or does not apply. */
export function itemFaults(catalogue: Catalogue, item: QuotationItem): FieldErrors {
  if (!catalogue.materials.has(item.material)) return { material: unknownMaterial };
  return checkSelections(catalogue, item);
}

const unknownMaterial = '该材料不存在或已下架，请重新选择';

function checkSelections({ tree }: Catalogue, item: QuotationItem): FieldErrors {
  const wrong: FieldErrors = {};
  for (const { processId, message } of missingSelections(tree, item.material, item))
    wrong[`process_${processId}`] = message;
  for (const { processId, processName } of dropInapplicable(tree, item.material, item).dropped) {
    wrong[`process_${processId}`] ??= `所选的 ${processName} 不适用于该材料`;
  }
  return wrong;
}

function priceOrExplain(
  material: PricedMaterial,
  item: QuotationItem,
  cncPrice: CncPrice,
  wrong: FieldErrors,
): ItemPrice | undefined {
  try {
    return priceItem(material, item, cncPrice);
  } catch (error) {
    if (!(error instanceof PricingError)) throw error;
    wrong[error.code === 'invalid_quantity' ? 'num' : 'material'] = explanations[error.code];
    return undefined;
  }
}

const explanations = {
  no_machining_price: '该类材料暂无加工基价，请联系我们报价',
  invalid_quantity: '数量必须是整数',
  invalid_size: '尺寸不正确',
  out_of_range: '金额超出报价范围，请联系我们报价',
  unknown_formula: '该价格无法计算，请联系我们报价',
} as const satisfies Record<PricingError['code'], string>;

/** The day an order placed now ships, `YYYY-MM-DD`. */
export function promisedDate(settings: Settings, deliveryDays: number, now: Date): string {
  return withinRange('交期超出报价范围，请联系我们报价', () =>
    shipDate({
      now,
      days: deliveryDays,
      cutOffHour: settings['quote.cutOffHour'],
      holidays: settings['quote.holidays'],
      workdays: settings['quote.workdays'],
    }),
  );
}

/** What the caller reads: figures, trace and ladder of each item, total and date. */
export function toQuotation(
  { items, total, cncPrice }: PricedOrder,
  settings: Settings,
  now: Date,
): Quotation {
  return {
    items: items.map(({ item, material, price }) => ({
      ...price,
      trace: { ...price.trace, options: [...price.trace.options] },
      ladder: withinRange('金额超出报价范围，请联系我们报价', () => ladder(material, item, cncPrice)),
    })),
    price: total.price,
    delivery_time: total.delivery_time,
    promisedDate: promisedDate(settings, total.delivery_time, now),
  };
}
