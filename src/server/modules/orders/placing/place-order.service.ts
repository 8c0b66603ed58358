import { createHash } from 'node:crypto';
import type { LeadClass } from '#domain/lead/lead-class.ts';
import { targetFenOf } from '#contract/kernel/amounts.ts';
import { shanghaiDay } from '#domain/orders/order-number.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import type { Database } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { CatalogueReader } from '#server/modules/catalogue/catalogue.service.ts';
import type { CostBookReader } from '#server/modules/costs/cost-book.service.ts';
import { costsOfItems } from '#server/modules/costs/item-costs.service.ts';
import { assertAttachable } from '#server/modules/files/attach-files.service.ts';
import { withMeasuredModels } from '#server/modules/models/measured-parts.service.ts';
import { assertModels } from '#server/modules/models/part-models.service.ts';
import { assertLead, findLead } from '#server/modules/quotes/leads.service.ts';
import {
  rulesUseModels,
  assertPriced,
  assertNeedsNoReview,
  priceForCustomer,
  toPricedRequest,
} from '#server/modules/quotes/price-cart.service.ts';
import { assertPriceUnchanged, replyDue } from '#server/modules/quotes/quotes.service.ts';
import type { SettingsReader } from '#server/modules/settings/settings.service.ts';
import { getOrderCustomer } from '#server/modules/access/order-customer.service.ts';
import { assertNotFree } from './assert-not-free.ts';
import { assertSlotFree as assertSlotAvailable } from './lead-slots.queries.ts';
import { assertContact } from './assert-contact.ts';
import { findByKey, type NewOrder, type OrderWriter } from './place-order.queries.ts';
import type { QuotationQuota } from './quotation-quota.service.ts';
import { toStoredOrder } from './stored-order.ts';

const MAX_ATTEMPTS = 5;

export interface OrderDeps {
  database: Database;
  catalogue: CatalogueReader;
  costs: CostBookReader;
  settings: SettingsReader;
  quota: QuotationQuota;
}

/**
 * Places an order, saves a quotation or requests an offer, once per key: a repeated call with the same body returns the
 * same id. Prices the parts first; if the price differs from the one that the customer saw, throws with new figures.
 * Throws `quote.invalid`, `order.unpriced`, `order.needs_review`, `order.price_changed`, `idempotency.reused`,
 * `request.throttled` beyond the customer's quota, `order.lead_unavailable`, `order.free`, `order.lead_full`,
 * `order.model_waiting`.
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
    const prepared = await prepare(deps, caller, revision, body, now).catch(async (error: unknown) => {
      // A retry returns the placed order even if prices have changed or the quota has been used up since.
      const existing = error instanceof AppError ? await findByKey(pool, caller.userId, key) : undefined;
      if (existing) return existing;
      throw error;
    });
    if ('orderId' in prepared) return existingId(prepared, bodyHash);
    const { order, releaseQuota } = prepared;
    const id = await deps.writeOrder({ ...order, key, bodyHash }).catch((error: unknown) => {
      releaseQuota();
      throw error;
    });
    if (id !== undefined) return id;
    releaseQuota();
    const existing = await findByKey(pool, caller.userId, key);
    if (existing) return existingId(existing, bodyHash);
    revision = order.catalogueRevision + 1; // The catalogue has changed: price again.
  }
  throw new AppError('server.busy', { retryAfterSeconds: 1 });
}

function existingId(existing: { orderId: number; bodyHash: string }, bodyHash: string): number {
  if (existing.bodyHash !== bodyHash) throw new AppError('idempotency.reused');
  return existing.orderId;
}

/** The slot that an order takes when it is placed. */
function slotFor(
  lead: LeadClass | undefined,
  status: PlaceOrder['status'],
  now: Date,
): Pick<NewOrder, 'slotDay' | 'slots'> {
  const slots = status === 'placed' ? (lead?.slots ?? null) : null;
  return { slots, slotDay: slots === null ? null : dayText(dayNumber(now)) };
}

/** Composes the order and counts it against the customer's quota; `releaseQuota` undoes the count. */
async function prepare(
  deps: OrderDeps,
  caller: Caller,
  revision: number,
  body: PlaceOrder,
  now: Date,
): Promise<{ order: Omit<NewOrder, 'key' | 'bodyHash'>; releaseQuota: () => void }> {
  const settings = await deps.settings(caller.settingsRevision);
  const customer = await getOrderCustomer(deps.database.db, caller, body.forUserId);
  await assertAttachable(deps.database.db, { userId: caller.userId }, body.items);
  await assertModels(deps.database.db, caller, body.items);
  const catalogue = await deps.catalogue(revision);
  if (body.status === 'placed') assertContact(settings, body);
  const isRequest = body.status === 'requested';
  const parts = await withMeasuredModels(deps.database.db, body.items, {
    waiting: !isRequest && rulesUseModels(catalogue, now) ? 'refuse' : 'keep',
    bodies: 'refuse',
  });
  const lead = findLead(catalogue, body.leadClassId);
  const cart = { parts, lead, unpriced: isRequest ? 'open' : 'zero' } as const;
  const automatic = await priceForCustomer(
    { db: deps.database.db, catalogue, settings },
    customer,
    cart,
    now,
  );
  if (!isRequest) assertPriced(catalogue, automatic);
  if (!isRequest) assertNeedsNoReview(automatic.reviewReasons);
  assertLead(catalogue, automatic, body.leadClassId);
  const priced = isRequest ? toPricedRequest(catalogue, automatic, now) : automatic;
  assertPriceUnchanged(priced, body.price, settings, now);
  if (!isRequest) assertNotFree(priced.total);
  const columns = toStoredOrder(catalogue, settings, priced, now);
  const slot = slotFor(lead, body.status, now);
  if (lead && slot.slotDay !== null && slot.slots !== null)
    await assertSlotAvailable(deps.database.db, { lead, day: slot.slotDay }, slot.slots);
  const order = {
    ...columns,
    // The costs at the catalogue revision that `writeOrder` locks.
    costs: costsOfItems(await deps.costs(catalogue.revision), columns.items, columns.charges),
    userId: customer.userId,
    deptId: customer.deptId,
    byId: caller.userId,
    userName: caller.nickName,
    day: shanghaiDay(now),
    status: body.status,
    contactName: body.contactName ?? '',
    contactPhone: body.contactPhone ?? '',
    address: body.address ?? '',
    remark: body.remark ?? '',
    requestedAt: isRequest ? now : null,
    replyDueAt: isRequest ? replyDue(settings, now) : null,
    targetFen: targetFenOf(body),
    wishedDate: body.wishedDate ?? null,
    ...slot,
    now,
  };
  return { order, releaseQuota: await deps.quota.take('order', caller, settings, now) };
}
