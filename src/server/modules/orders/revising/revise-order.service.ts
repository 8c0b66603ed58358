import { STANDARD } from '#domain/lead/lead-class.ts';
import { acceptsRevisions } from '#domain/orders/moves.ts';
import { orderStatusLabels } from '#domain/orders/order-status.ts';
import { isExpired } from '#domain/orders/validity.ts';
import { isManualCharge } from '#domain/pricing/charges.ts';
import { priceOf } from '#contract/kernel/amounts.ts';
import { chargeInYuan } from '#contract/orders/charges.ts';
import type { Order } from '#contract/orders/order-data.ts';
import type { OrderRevision, ReviseOrder } from '#contract/orders/revisions.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { foundOrThrow } from '#server/http/records.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { attachFiles, listOrderFiles } from '#server/modules/files/attach-files.service.ts';
import { withMeasuredModels } from '#server/modules/models/measured-parts.service.ts';
import { assertModels, attachModels, listOrderModels } from '#server/modules/models/part-models.service.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';
import { assertLead, findLead, lostLeadReason } from '#server/modules/quotes/leads.service.ts';
import {
  rulesUseModels,
  assertPriced,
  assertNeedsNoReview,
  readCustomerOfOrder,
  priceForCustomer,
  toPricedRequest,
} from '#server/modules/quotes/price-cart.service.ts';
import { assertPriceUnchanged, replyDue } from '#server/modules/quotes/quotes.service.ts';
import { assertNotFree } from '../placing/assert-not-free.ts';
import { changeOrder, type OrderCall } from '../change-order.ts';
import {
  listItems,
  presentOrder,
  presentTerms,
  type OrderRow,
  type Viewer,
} from '../reading/orders.queries.ts';
import { getOrder, viewerOf } from '../reading/orders.service.ts';
import type { NewOrderItem } from '../placing/order-columns.ts';
import type { OrderDeps } from '../placing/place-order.service.ts';
import { toStoredOrder } from '../placing/stored-order.ts';
import {
  findRevision,
  insertItems,
  archiveRevision,
  lockCatalogueRevision,
  updateRevisedOrder,
  type RevisedColumns,
} from './revisions.queries.ts';

const MAX_ATTEMPTS = 5;

type Deps = OrderDeps & { notifier: Notifier };
type Revision = RevisedColumns & { items: NewOrderItem[] };

/**
 * Makes a new revision of a quotation, even an expired one: priced today for the order's company, with a new validity
 * and date. An offer with manual prices becomes a request again; a request becomes a quotation if no review rule
 * applies any more and the customer did not ask for a manual quotation. Archives the previous revision and notifies the
 * customer of changes by others. Only one of several simultaneous edits succeeds.
 * Throws `record.not_found`, `order.not_editable`, `record.changed`, `quote.invalid`, `order.unpriced`,
 * `order.needs_review`, `order.price_changed`, `order.free`, `order.lead_unavailable`, `order.model_waiting`,
 * `request.throttled`.
 */
export async function reviseOrder(deps: Deps, call: OrderCall<ReviseOrder>): Promise<Order> {
  const { params, session, now, body } = call;
  const settings = await deps.settings(session.settingsRevision);
  let revision = session.catalogueRevision;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const before = await getOrder(deps.database.db, session.grant.scope, params.id);
    call.audit({ id: before.id, orderNo: before.orderNo });
    assertEditable(before, body.version, viewerOf(session, now));
    const next = await composeRevision(deps, call, revision, before);
    const releaseQuota = await deps.quota.take('revision', session, settings, now);
    const outcome = await writeRevision(deps, call, next).catch((error: unknown) => {
      releaseQuota();
      throw error;
    });
    if (outcome !== 'catalogue changed') return outcome;
    releaseQuota();
    revision = next.catalogueRevision + 1;
  }
  throw new AppError('server.busy', { retryAfterSeconds: 1 });
}

function assertEditable(order: OrderRow, version: number, viewer: Viewer): void {
  const data = presentOrder(order, viewer);
  if (!acceptsRevisions(order.status)) {
    const msg = `该报价${orderStatusLabels[order.status]}，不能再修改`;
    throw new AppError('order.not_editable', { msg, data });
  }
  if (order.version !== version) throw new AppError('record.changed', { data });
}

async function composeRevision(
  deps: OrderDeps,
  { session, now, body }: OrderCall<ReviseOrder>,
  revision: number,
  before: OrderRow,
): Promise<Revision> {
  const { db } = deps.database;
  await assertModels(db, session, body.items, before.id);
  const catalogue = await deps.catalogue(revision);
  const settings = await deps.settings(session.settingsRevision);
  const isRequest = await becomesRequest(db, before);
  // A request becomes a quotation once no review rule applies, unless its customer asked for a manual one.
  const mayBecomeQuoted = before.status === 'requested' && !wantsManualQuote(before);
  const parts = await withMeasuredModels(db, body.items, {
    waiting: (!isRequest || mayBecomeQuoted) && rulesUseModels(catalogue, now) ? 'refuse' : 'keep',
    bodies: 'refuse',
  });
  const keepsLead = body.leadClassId === undefined;
  const lead = findLead(catalogue, keepsLead ? before.lead?.id : body.leadClassId);
  const cart = { parts, lead, unpriced: isRequest ? 'open' : 'zero' } as const;
  const customer = await readCustomerOfOrder(db, before);
  const automatic = await priceForCustomer({ db, catalogue, settings }, customer, cart, now);
  if (!isRequest) assertPriced(catalogue, automatic);
  if (!isRequest) assertNeedsNoReview(automatic.reviewReasons);
  const becomesQuoted = mayBecomeQuoted && automatic.reviewReasons.length === 0;
  const status = isRequest && !becomesQuoted ? 'requested' : 'quoted';
  const isReviewRequested = before.status === 'quoted' || wantsManualQuote(before);
  const priced =
    status === 'requested' ? toPricedRequest(catalogue, automatic, now, isReviewRequested) : automatic;
  const notice = keepsLead ? lostLeadReason(catalogue, automatic, before.lead) : undefined;
  if (!keepsLead) assertLead(catalogue, automatic, body.leadClassId);
  assertPriceUnchanged(priced, body.price, settings, now, notice);
  if (status === 'quoted') assertNotFree(priced.total);
  const { items, ...columns } = toStoredOrder(catalogue, settings, priced, now);
  const contact = {
    contactName: body.contactName ?? before.contactName,
    contactPhone: body.contactPhone ?? before.contactPhone,
    address: body.address ?? before.address,
    remark: body.remark ?? before.remark,
  };
  const requestColumns = becomesQuoted
    ? { requestedAt: null, replyDueAt: null }
    : {
        requestedAt: status === 'requested' && before.status === 'quoted' ? now : before.requestedAt,
        // The shop must check the changed parts, so its time to reply starts again.
        replyDueAt: status === 'requested' ? replyDue(settings, now) : before.replyDueAt,
      };
  return {
    ...columns,
    ...contact,
    ...requestColumns,
    status,
    items,
    userId: session.userId,
    now,
  };
}

/** Whether the revision is priced as a request: true for requests and for offers with manual prices, charges or alternatives. */
async function becomesRequest(db: Db, before: OrderRow): Promise<boolean> {
  if (before.status === 'requested' || before.charges.some(isManualCharge)) return true;
  if (before.alternatives.length > 0) return true;
  const items = await listItems(db, before);
  return items.some(({ trace }) => trace.steps !== undefined);
}

/** Whether the customer asked for a manual quotation. */
const wantsManualQuote = ({ gates }: OrderRow): boolean => gates.some(({ kind }) => kind === 'asked');

/** Writes the whole revision, or nothing when the catalogue has changed. */
const writeRevision = (deps: Deps, call: OrderCall<ReviseOrder>, { items, ...columns }: Revision) =>
  changeOrder<Order | 'catalogue changed'>({
    deps,
    call,
    check: ({ order, viewer }) => assertEditable(order, call.body.version, viewer),
    async work({ tx, order: before, audit }) {
      // Without the lock, prices could change between pricing and writing.
      if ((await lockCatalogueRevision(tx)) !== columns.catalogueRevision)
        return { response: 'catalogue changed' };
      const after = await updateRevisedOrder(tx, before.id, columns);
      await archiveRevision(tx, before, columns);
      await insertItems(tx, after, items);
      const { id: orderId, revision } = after;
      await attachFiles(tx, { orderId, revision, userId: columns.userId }, items);
      await attachModels(tx, after, items);
      const price = [priceOf(before), priceOf(after)];
      audit({ revision: [before.revision, revision], price });
      const revisionText = isExpired(before.validUntil, columns.now) ? '按最新价格重新报价' : '修改报价';
      const nameOf = ({ lead }: Pick<OrderRow, 'lead'>) => (lead ?? STANDARD).name;
      const isSameLead = nameOf(before) === nameOf(after);
      const changedLead = isSameLead ? '' : `，交期档位 ${nameOf(before)} → ${nameOf(after)}`;
      return {
        after,
        history: [{ to: after.status, reason: `${revisionText}，第 ${revision} 版${changedLead}` }],
        notify: (author) => deps.notifier.quotationRevised(tx, after, before.totalFen, author, columns.now),
      };
    },
  });

/** One revision of an order within the scope. Throws `record.not_found` for an unknown order or revision. */
export async function readRevision(
  { database: { db } }: Pick<OrderDeps, 'database'>,
  caller: Caller,
  { id, revision }: { id: number; revision: number },
  now: Date,
): Promise<OrderRevision> {
  const current = await getOrder(db, caller.grant.scope, id);
  const { order, createdAt, isCurrent } = foundOrThrow(await findRevision(db, current, revision));
  return {
    ...presentTerms(order),
    orderId: id,
    isCurrent,
    createdAt: createdAt.toISOString(),
    items: await listItems(db, order),
    charges: order.charges.map(chargeInYuan),
    files: await listOrderFiles(db, id, revision),
    models: await listOrderModels(db, { orderId: id, revision }, viewerOf(caller, now)),
  };
}
