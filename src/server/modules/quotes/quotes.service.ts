import { yuanText } from '#domain/money.ts';
import { orderLead, type OrderLead } from '#domain/lead/lead-class.ts';
import type { Charge } from '#domain/pricing/charges.ts';
import { ladder } from '#domain/pricing/ladder.ts';
import { lineOf, totalOfLines, withStep } from '#domain/pricing/line.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { priceOrder } from '#domain/pricing/price-order.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import type { CncPrice, ItemPrice, OrderPrice } from '#domain/pricing/types.ts';
import { shipDate, type WorkCalendar } from '#domain/delivery/ship-date.ts';
import { addWorkingHours, type OpeningHours } from '#domain/delivery/working-hours.ts';
import { unpricedSelections } from '#domain/process-tree/offered.ts';
import { dropInapplicable, missingSelections, processesFor } from '#domain/process-tree/process-tree.ts';
import type { OpenGate } from '#domain/gates/gates-of.ts';
import type { FieldErrors } from '#contract/errors.ts';
import type { QuotationItem } from '#contract/part-item.ts';
import { quotedFigures, quotedRung, type Quotation } from '#contract/quotes.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Catalogue, SoldMaterial } from '#server/modules/catalogue/catalogue.service.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';

/** An item with its material and price. */
export interface PricedItem {
  item: QuotationItem;
  material: SoldMaterial;
  price: ItemPrice;
}

export interface PricedOrder {
  items: PricedItem[];
  /** Which lines repeat an earlier order; none unless given. */
  repeats?: readonly boolean[];
  /** Amounts beside the items; see `chargedOrder`. */
  charges: readonly Charge[];
  /** The class of the order, which charges, total and days count; 标准 unless given. */
  lead?: OrderLead | undefined;
  total: OrderPrice;
  cncPrice: CncPrice;
  /** What keeps it from being ordered at once; see `gatedOrder`. */
  gates: readonly OpenGate[];
  /** What was found at the model of each line that a person must look at, in words; see `gatedOrder`. */
  holds?: readonly (readonly string[])[];
}

/**
 * Prices items with the server's catalogue. Throws `quote.invalid` naming every field concerned: unknown materials,
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
    const outcome = priceOne(catalogue, cncPrice, item);
    if ('priced' in outcome) priced.push(outcome.priced);
    else
      for (const [field, message] of Object.entries(outcome.faults))
        fields[`items.${index}.${field}`] = message;
  }
  const [first] = Object.values(fields);
  if (first !== undefined) throw new AppError('quote.invalid', { msg: first, fields });
  return { items: priced, charges: [], total: totalOf(priced), cncPrice, gates: [] };
}

/** The priced item, or what is wrong with it. */
function priceOne(
  catalogue: Catalogue,
  cncPrice: CncPrice,
  item: QuotationItem,
): { priced: PricedItem } | { faults: FieldErrors } {
  const material = catalogue.materials.get(item.material);
  if (!material) return { faults: { material: unknownMaterial } };
  const faults = checkSelections(catalogue, item);
  if (Object.keys(faults).length > 0) return { faults };
  try {
    return { priced: { item, material, price: priceItem(material, item, cncPrice) } };
  } catch (error) {
    if (!(error instanceof PricingError)) throw error;
    return { faults: { [error.field]: error.customerMessage } };
  }
}

function totalOf(priced: readonly PricedItem[]): OrderPrice {
  return refuseOnPricingError(() => priceOrder(priced.map(({ price }) => price)));
}

/**
 * Refuses items with an option that has no price: a quotation counts it as 0, an order must not.
 * Throws `order.unpriced` naming every such option.
 */
export function assertPriced({ processNames }: Catalogue, { items }: PricedOrder): void {
  const fields: FieldErrors = {};
  for (const [index, { item, material }] of items.entries()) {
    for (const { processId, optionId } of unpricedSelections(material, item)) {
      const option = `${processNames.get(processId) ?? ''} ${processNames.get(optionId) ?? ''}`.trim();
      fields[`items.${index}.process_${processId}`] =
        `${material.name} 的 ${option} 尚未定价，暂不能在线下单，请联系我们`;
    }
  }
  const [msg] = Object.values(fields);
  if (msg !== undefined) throw new AppError('order.unpriced', { msg, fields });
}

/**
 * Prices the items of a request: those that the price table cannot price, because an option or the material's tag has no
 * price, stay open for a person and do not count. Throws `quote.invalid` like `priceItems`.
 */
export function priceRequest(
  catalogue: Catalogue,
  cncPrice: CncPrice,
  requested: readonly QuotationItem[],
): PricedOrder {
  const tags = requested.flatMap(({ material }) => catalogue.materials.get(material)?.materialTag ?? []);
  const known = { ...Object.fromEntries(tags.map((tag) => [tag, 0])), ...cncPrice };
  const priced = priceItems(catalogue, known, requested);
  const items = priced.items.map((one): PricedItem => {
    const { item, material, price } = one;
    const isPriced =
      Object.hasOwn(cncPrice, material.materialTag) && unpricedSelections(material, item).length === 0;
    return isPriced ? one : { ...one, price: { ...price, trace: withStep(price.trace, { kind: 'open' }) } };
  });
  return { items, charges: [], total: totalOfItems(items), cncPrice: known, gates: [] };
}

/** The sum of the items that have a price after the steps of their traces. */
export const totalOfItems = (items: readonly PricedItem[]): OrderPrice =>
  refuseOnPricingError(() => totalOfLines(items.map(({ price }) => lineOf(price, price.trace.steps))));

/** Turns pricing errors of the kernel into `quote.invalid`: the request is wrong, not the server. */
export function refuseOnPricingError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof PricingError ? toAppError(error) : error;
  }
}

function toAppError(error: PricingError): AppError {
  return new AppError('quote.invalid', { msg: error.customerMessage, cause: error });
}

/** An item's errors by field: an unknown material, a missing choice, or one that does not apply. */
export function itemFaults(catalogue: Catalogue, item: QuotationItem): FieldErrors {
  if (!catalogue.materials.has(item.material)) return { material: unknownMaterial };
  return checkSelections(catalogue, item);
}

const unknownMaterial = '该材料不存在或已下架，请重新选择';

function checkSelections({ tree, offered }: Catalogue, item: QuotationItem): FieldErrors {
  const wrong: FieldErrors = {};
  // A process without a priced option is not offered, so no option of it can be chosen.
  const open = new Set(processesFor(offered, item.material, item).map(({ process }) => process.id));
  for (const { processId, message } of missingSelections(tree, item.material, item))
    if (open.has(processId)) wrong[`process_${processId}`] = message;
  for (const { processId, processName } of dropInapplicable(tree, item.material, item).dropped) {
    wrong[`process_${processId}`] ??= `所选的 ${processName} 不适用于该材料`;
  }
  return wrong;
}

/** The days on which the shop works. */
export const workCalendar = (settings: Settings): WorkCalendar => ({
  daysPerWeek: Number(settings['quote.workWeek']),
  holidays: settings['quote.holidays'],
  workdays: settings['quote.workdays'],
});

/** The shipping day of an order placed now, `YYYY-MM-DD`. */
export function promisedDate(settings: Settings, deliveryDays: number, now: Date): string {
  try {
    return shipDate({
      now,
      days: deliveryDays,
      cutOffHour: settings['quote.cutOffHour'],
      ...workCalendar(settings),
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw toAppError(new PricingError('date_out_of_range', error.message));
  }
}

/** When a request of now is answered at the latest. */
export const replyDue = (settings: Settings, now: Date): Date =>
  addWorkingHours(now, settings['quote.replyHours'], openingHours(settings));

/** When the shop answers requests. */
export const openingHours = (settings: Settings): OpeningHours => ({
  openHour: settings['quote.openHour'],
  closeHour: settings['quote.closeHour'],
  ...workCalendar(settings),
});

/** The quotation in the wire format, in yuan: figures, trace and ladder of each item, total and date. */
export function toQuotation(
  { items, charges, lead, total, cncPrice, gates }: PricedOrder,
  settings: Settings,
  now: Date,
): Quotation {
  return {
    items: items.map(({ item, material, price }) => ({
      ...quotedFigures(price),
      ladder: refuseOnPricingError(() => ladder(material, item, cncPrice)).map(quotedRung),
      unpriced: unpricedSelections(material, item).map(({ optionId }) => optionId),
    })),
    ...(charges.length > 0 && { charges: [...charges] }),
    price: yuanText(total.totalFen),
    delivery_time: total.deliveryDays,
    promisedDate: promisedDate(settings, total.deliveryDays, now),
    gates: [...gates],
    ...(lead && { lead: orderLead(lead) }),
  };
}
