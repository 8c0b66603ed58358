import { eq } from 'drizzle-orm';
import { createWorkingClock } from '#domain/delivery/working-hours.ts';
import type { BodyOf } from '#contract/kernel/endpoint.ts';
import type { DeskRequest, quoteDesk, SimilarPart } from '#contract/orders/quote-desk.ts';
import { orders } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { foundOrThrow } from '#server/http/records.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { openingHours } from '#server/modules/quotes/quotes.service.ts';
import { changeOrder, type OrderCall } from '../change-order.ts';
import { getOrder } from '../reading/orders.service.ts';
import type { OrderDeps } from '../placing/place-order.service.ts';
import { listItemRowsOf } from '../reading/orders.queries.ts';
import { findRequest, findSimilar, type DeskView } from './quote-desk.queries.ts';

type Deps = Pick<OrderDeps, 'database' | 'settings'>;

export async function readDeskView({ settings }: Deps, caller: Caller, now: Date): Promise<DeskView> {
  const workingMsBetween = createWorkingClock(openingHours(await settings(caller.settingsRevision)));
  return { scope: caller.grant.scope, userId: caller.userId, now, workingMsBetween };
}

/** Throws `record.not_found` for an order that is not a request or is outside the scope. */
export async function getRequest(deps: Deps, caller: Caller, id: number, now: Date): Promise<DeskRequest> {
  return foundOrThrow(await findRequest(deps.database.db, await readDeskView(deps, caller, now), id));
}

/**
 * Takes a request over, or returns it to the queue, if it still has the owner that the caller saw; only one of several
 * simultaneous calls succeeds. Throws `record.not_found`, and `record.changed` with the request and its owner.
 */
export async function setRequestOwner(
  deps: Deps,
  call: OrderCall<BodyOf<typeof quoteDesk.setOwner>>,
): Promise<DeskRequest> {
  const { session, now, body } = call;
  const desk = await readDeskView(deps, session, now);
  return changeOrder({
    deps,
    call,
    async work({ tx, order: { id }, audit }) {
      const before = foundOrThrow(await findRequest(tx, desk, id));
      if (before.ownerId !== body.seenOwnerId) {
        const msg = before.ownerId === null ? '询价刚刚被放回队列' : `${before.ownerName}刚刚接手了这个询价`;
        throw new AppError('record.changed', { msg, data: before });
      }
      const owner =
        body.owner === 'me' ? { ownerId: desk.userId, ownedAt: now } : { ownerId: null, ownedAt: null };
      await tx.update(orders).set(owner).where(eq(orders.id, id));
      const after = foundOrThrow(await findRequest(tx, desk, id));
      audit({ owner: [before.ownerName, after.ownerName] });
      return { response: after };
    },
  });
}

/** Finds sold parts like this line of a request, with their prices. Throws `record.not_found`. */
export async function findSimilarOfLine(
  { database: { db } }: Deps,
  { grant: { scope } }: Caller,
  { id, lineNo }: { id: number; lineNo: number },
): Promise<SimilarPart[]> {
  const order = await getOrder(db, scope, id);
  const part = (await listItemRowsOf(db, order)).find((row) => row.lineNo === lineNo);
  return findSimilar(db, scope, foundOrThrow(part));
}
