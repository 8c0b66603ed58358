import { and, eq } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { ErrorName } from '#contract/kernel/errors.ts';
import type { Order } from '#contract/orders/order-data.ts';
import type { Database, Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { stampOfChange } from '#server/db/record-store.ts';
import { orderHistory, orders } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { foundOrThrow } from '#server/http/records.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { Actor } from '#server/modules/notifications/notifications.service.ts';
import type { Settings, SettingsReader } from '#server/modules/settings/settings.service.ts';
import type { OrderActor } from './offering/approvals.queries.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';
import { presentOrder, type OrderRow, type Viewer } from './reading/orders.queries.ts';
import { viewerOf, type Audit } from './reading/orders.service.ts';

/** A call to an endpoint that changes an order. */
export interface OrderCall<Body = unknown> {
  params: { id: number };
  body: Body;
  session: Caller;
  now: Date;
  audit: Audit;
}

/** A locked order with the functions that change it. */
export interface ChangeContext {
  tx: Db;
  order: OrderRow;
  settings: Settings;
  by: OrderActor;
  viewer: Viewer;
  /** Adds changes to the operation log, with the order's id and number. */
  audit: Audit;
  /** Creates an error that carries the current order. */
  errorWithOrder: (error: ErrorName, detail?: { msg?: string }) => AppError;
  /** Writes these fields and the next version. */
  save: (fields: PgUpdateSetSource<typeof orders>) => Promise<OrderRow>;
}

/** A history row; by default written by the caller and without a change of status. */
type HistoryEntry = Partial<
  Pick<typeof orderHistory.$inferInsert, 'from' | 'to' | 'isStaffOnly' | 'isByShop'>
> & {
  reason: string;
  by?: OrderActor;
};

export interface ChangeResult<A> {
  /** The order after the change; default: unchanged. */
  after?: OrderRow;
  history?: readonly HistoryEntry[];
  /** Runs last, with the caller as author. */
  notify?: (author: Actor) => Promise<unknown>;
  /** Default: the order. */
  response?: A;
}

export interface Change<A> {
  call: OrderCall;
  /** Throws unless the order allows the command. */
  check?: (context: ChangeContext) => Promise<void> | void;
  /** The version that the caller saw. */
  version?: number;
  /** True if only staff can have the endpoint's permission; the caller then counts as staff. */
  isStaff?: true;
  work: (context: ChangeContext) => Promise<ChangeResult<A>>;
}

/**
 * Runs a command on an order in a transaction: locks the order within the caller's scope, checks that it allows the command and
 * still has the version that the caller saw, does the work, then writes the history and sends notifications.
 * Throws `record.not_found`, `record.changed`, and the errors of `check` and `work`.
 */
export async function changeOrder<A = Order>({
  deps: { database, settings: readSettings },
  ...change
}: Change<A> & { deps: { database: Database; settings: SettingsReader } }): Promise<A> {
  // Before the transaction: inside it, reading would need a second connection.
  const settings = await readSettings(change.call.session.settingsRevision);
  return database.db.transaction((tx) => changeOrderWithin<A>(tx, settings, change));
}

/** `changeOrder` inside a transaction. */
export function changeOrderWithin<A = Order>(tx: Db, settings: Settings, change: Change<A>): Promise<A>;
export async function changeOrderWithin(
  tx: Db,
  settings: Settings,
  { call: { params, session, now, audit }, check, version, isStaff, work }: Change<unknown>,
): Promise<unknown> {
  const { id } = params;
  const { userId, nickName: userName } = session;
  const viewer = { ...viewerOf(session, now), ...(isStaff ? { isStaff } : {}) };
  const order = await lockOrder(tx, session, id);
  const context: ChangeContext = {
    tx,
    order,
    settings,
    by: { userId, userName },
    viewer,
    audit: (changes) => audit({ id, orderNo: order.orderNo, ...changes }),
    errorWithOrder: (error, detail) => new AppError(error, { ...detail, data: presentOrder(order, viewer) }),
    save: async (fields) =>
      onlyRow(
        await tx
          .update(orders)
          .set({ ...fields, ...stampOfChange(orders, { userId, now }) })
          .where(eq(orders.id, id))
          .returning(),
      ),
  };
  context.audit({});
  await check?.(context);
  if (version !== undefined && order.version !== version) throw context.errorWithOrder('record.changed');
  const { after = order, history = [], notify, response } = await work(context);
  const events = history.map(({ by = context.by, ...event }) => ({
    orderId: id,
    from: order.status,
    to: order.status,
    ...event,
    ...by,
    createdAt: now,
  }));
  if (events.length > 0) await tx.insert(orderHistory).values(events);
  await notify?.({ userId, isStaff: viewer.isStaff });
  return response === undefined ? presentOrder(after, viewer) : response;
}

/** Locks the order until the transaction ends. Throws `record.not_found`, also for an order outside the caller's scope. */
async function lockOrder(tx: Db, { grant }: Caller, id: number): Promise<OrderRow> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), withinScope(grant.scope)))
    .for('no key update');
  return foundOrThrow(row);
}
