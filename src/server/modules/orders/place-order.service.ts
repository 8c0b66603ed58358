import { createHash } from 'node:crypto';
import { yuanText } from '#domain/money.ts';
import { shanghaiDay } from '#domain/orders/order-number.ts';
import { validUntil } from '#domain/orders/validity.ts';
import type { PlaceOrder } from '#contract/orders.ts';
import type { Database } from '#server/db/database.ts';
import type { SoldProcess } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { Catalogue, CatalogueReader } from '#server/modules/catalogue/catalogue.service.ts';
import { assertAttachable } from '#server/modules/files/attach-files.service.ts';
import {
  priceItems,
  promisedDate,
  toQuotation,
  type PricedItem,
} from '#server/modules/quotes/quotes.service.ts';
import type { SettingsReader } from '#server/modules/settings/settings.service.ts';
import { findByKey, type NewOrder, type NewOrderItem, type OrderWriter } from './place-order.queries.ts';

const MAX_ATTEMPTS = 5;

export interface OrderDeps {
  database: Database;
  catalogue: CatalogueReader;
  settings: SettingsReader;
}

/**
 * Places an order or saves a quotation, once per key: the same key and body again answer the same id. We price it
 * ourselves; a price that differs from the one the customer saw is refused with our figures and nothing is written.
 * Throws `quote.invalid`, `order.price_changed`, `idempotency.reused`.
 */
export async function placeOrder(
  deps: OrderDeps & { writeOrder: OrderWriter },
  caller: Caller,
  key: string,
  body: PlaceOrder,
  now: Date,
): Promise<number> {
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const { pool } = deps.database;
  let revision = caller.catalogueRevision;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const order = await composeOrder(deps, caller, revision, body, now).catch(async (error: unknown) => {
      // The retry of a placed order returns that order even when prices have changed since.
      const before = error instanceof AppError ? await findByKey(pool, caller.userId, key) : undefined;
      if (before) return before;
      throw error;
    });
    if ('orderId' in order) return sameOrder(order, bodyHash);
    const id = await deps.writeOrder({ ...order, key, bodyHash });
    if (id !== undefined) return id;
    const before = await findByKey(pool, caller.userId, key);
    if (before) return sameOrder(before, bodyHash);
    revision = order.catalogueRevision + 1; // The catalogue changed meanwhile: price again.
  }
  throw new AppError('server.busy', { retryAfterSeconds: 1 });
}

function sameOrder(before: { orderId: number; bodyHash: string }, bodyHash: string): number {
  if (before.bodyHash !== bodyHash) throw new AppError('idempotency.reused');
  return before.orderId;
}

async function composeOrder(
  deps: OrderDeps,
  caller: Caller,
  revision: number,
  body: PlaceOrder,
  now: Date,
): Promise<Omit<NewOrder, 'key' | 'bodyHash'>> {
  await assertAttachable(deps.database.db, { userId: caller.userId }, body.items);
  const catalogue = await deps.catalogue(revision);
  const settings = await deps.settings(caller.settingsRevision);
  const priced = priceItems(catalogue, catalogue.machiningPricesFor(caller.grant.deptPath), body.items);
  if (yuanText(priced.total.totalFen) !== body.price) {
    throw new AppError('order.price_changed', { data: toQuotation(priced, settings, now) });
  }
  const { total, items } = priced;
  return {
    userId: caller.userId,
    userName: caller.nickName,
    catalogueRevision: catalogue.revision,
    day: shanghaiDay(now),
    status: body.status,
    totalFen: total.totalFen,
    deliveryTime: total.deliveryDays,
    promisedDate: promisedDate(settings, total.deliveryDays, now),
    validUntil: validUntil(now, settings['quote.validDays']),
    pieceCount: items.reduce((sum, { item }) => sum + item.num, 0),
    summary: summaryOf(items),
    deptId: caller.deptId,
    contactName: body.contactName ?? '',
    contactPhone: body.contactPhone ?? '',
    address: body.address ?? '',
    remark: body.remark ?? '',
    items: items.map((priced, index) => soldItem(catalogue, priced, index)),
    now,
  };
}

const nameOf = ({ item, material }: PricedItem) => item.name || material.name;

/** The item names for lists: the first three. */
export function summaryOf(items: readonly PricedItem[]): string {
  const names = items.slice(0, 3).map((priced) => `${nameOf(priced)}×${priced.item.num}`);
  return names.join('、') + (items.length > 3 ? ` 等${items.length}种` : '');
}

/** The item as sold: names and prices are copied, so that later catalogue changes do not affect it. */
export function soldItem(catalogue: Catalogue, priced: PricedItem, index: number): NewOrderItem {
  const { item, material, price } = priced;
  return {
    line_no: index + 1,
    name: nameOf(priced),
    material_id: material.id,
    material_name: material.name,
    material_tag: material.materialTag,
    num: item.num,
    length: item.length,
    width: item.width,
    height: item.height,
    remark: item.remark ?? '',
    processes: soldProcesses(catalogue, priced),
    unit_price_fen: price.unitPriceFen,
    sub_total_fen: price.subTotalFen,
    delivery_time: price.deliveryDays,
    trace: price.trace,
    file_ids: item.fileIds ?? [],
  };
}

function soldProcesses({ processNames }: Catalogue, { price }: PricedItem): SoldProcess[] {
  return price.trace.options.map((option) => ({
    ...option,
    processName: processNames.get(option.processId) ?? '',
    optionName: processNames.get(option.optionId) ?? '',
  }));
}
