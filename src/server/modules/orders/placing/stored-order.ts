import { orderLead } from '#domain/lead/lead-class.ts';
import { validUntil } from '#domain/orders/validity.ts';
import { lineTitle } from '#domain/parts/line-title.ts';
import { lineOf, type Line } from '#domain/pricing/line.ts';
import { lineFacts } from '#domain/quotation/price-cart.ts';
import { partShape } from '#domain/stock/part-shape.ts';
import { planStock, type StockTable } from '#domain/stock/plan-stock.ts';
import type { SoldProcess } from '#server/db/schema.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import { stockTableOf } from '#server/modules/catalogue/rules/stock-table.ts';
import type { PricedItem, PricedOrder } from '#server/modules/quotes/price-cart.service.ts';
import { promisedDate } from '#server/modules/quotes/quotes.service.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';
import type { NewOrderItem, priceColumns } from './order-columns.ts';
import type { OrderRow } from '../reading/orders.queries.ts';

/** The price of an order, the columns that depend on it, and its items. */
export type StoredOrder = Pick<OrderRow, (typeof priceColumns)[number]> & { items: NewOrderItem[] };

/** Converts a priced order into its stored form. Copies names and prices, so that later catalogue changes do not affect it. */
export function toStoredOrder(
  catalogue: Catalogue,
  settings: Settings,
  { total, items, charges, lead, reviewReasons, facts }: PricedOrder,
  now: Date,
): StoredOrder {
  const table = stockTableOf(catalogue, settings);
  return {
    totalFen: total.totalFen,
    charges: [...charges],
    lead: lead ? orderLead(lead) : null,
    deliveryTime: total.deliveryDays,
    promisedDate: promisedDate(settings, total.deliveryDays, now),
    validUntil: validUntil(now, settings['quote.validDays']),
    itemCount: items.length,
    pieceCount: items.reduce((sum, { item }) => sum + item.num, 0),
    summary: summaryOf(
      items.map(({ item, material }, index) => ({
        lineNo: index + 1,
        name: item.name ?? '',
        materialName: material.name,
        num: item.num,
      })),
    ),
    catalogueRevision: catalogue.revision,
    gates: reviewReasons,
    items: items.map((pricedItem, index) => {
      const { holds, isRepeat } = lineFacts(facts, index);
      return {
        ...toItemRow(catalogue, table, pricedItem, index),
        model: pricedItem.item.model ? { ...pricedItem.item.model, holds } : null,
        isRepeat,
      };
    }),
  };
}

/** The text for lists: the first three item names with their quantities, and how many items there are. */
export function summaryOf(
  items: readonly Pick<NewOrderItem, 'lineNo' | 'name' | 'materialName' | 'num'>[],
): string {
  const names = items.slice(0, 3).map((item) => `${lineTitle(item)}×${item.num}`);
  return names.join('、') + (items.length > 3 ? ` 等${items.length}种` : '');
}

function toItemRow(
  catalogue: Catalogue,
  table: StockTable,
  priced: PricedItem,
  index: number,
): Omit<NewOrderItem, 'isRepeat' | 'model'> {
  const { item, material, price } = priced;
  return {
    lineNo: index + 1,
    name: item.name || material.name,
    materialId: material.id,
    materialName: material.name,
    materialTag: material.materialTag,
    num: item.num,
    length: item.length,
    width: item.width,
    height: item.height,
    remark: item.remark ?? '',
    processes: toSoldProcesses(catalogue, priced),
    unitPriceFen: price.unitPriceFen,
    subTotalFen: price.subTotalFen,
    deliveryTime: price.deliveryDays,
    lineFen: lineFenOf(lineOf(price, price.trace.steps)),
    trace: price.trace,
    stock: planStock(partShape(item, item.model), material, table, item.stockSizeId),
    fileIds: item.fileIds ?? [],
  };
}

/** The stored amount of a line; null when it is the sub-total. */
export const lineFenOf = ({ state, fen }: Line): number | null => (state === 'formula' ? null : (fen ?? 0));

function toSoldProcesses({ processNames }: Catalogue, { price }: PricedItem): SoldProcess[] {
  return price.trace.options.map((option) => ({
    ...option,
    processName: processNames.get(option.processId) ?? '',
    optionName: processNames.get(option.optionId) ?? '',
  }));
}
