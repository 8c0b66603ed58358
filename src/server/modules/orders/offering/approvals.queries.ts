import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { chargeInYuan } from '#contract/orders/charges.ts';
import { priceOf } from '#contract/kernel/amounts.ts';
import type { OfferApproval } from '#contract/orders/approvals.ts';
import type { Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { offerApprovals, type ApprovalDecision } from '#server/db/schema.ts';
import type { OrderRow } from '../reading/orders.queries.ts';
import type { PreparedOffer } from './prepare-offer.service.ts';

/** The user who acts on an order, with the name to store. */
export interface OrderActor {
  userId: number;
  userName: string;
}

export type ApprovalRow = typeof offerApprovals.$inferSelect;

/** The pending approval of an order, even if the request has changed since. */
export async function findPendingApproval(db: Db, orderId: number): Promise<ApprovalRow | undefined> {
  const [row] = await db
    .select()
    .from(offerApprovals)
    .where(and(eq(offerApprovals.orderId, orderId), isNull(offerApprovals.decision)));
  return row;
}

export async function findApproval(db: Db, orderId: number, id: number): Promise<ApprovalRow | undefined> {
  const [row] = await db
    .select()
    .from(offerApprovals)
    .where(and(eq(offerApprovals.orderId, orderId), eq(offerApprovals.id, id)));
  return row;
}

/** The last offer of the order that needed an approval. */
export async function findLastApproval(db: Db, orderId: number): Promise<ApprovalRow | undefined> {
  const [row] = await db
    .select()
    .from(offerApprovals)
    .where(eq(offerApprovals.orderId, orderId))
    .orderBy(desc(offerApprovals.id))
    .limit(1);
  return row;
}

interface ApprovalRequest {
  limitPercent: number;
  /** Given when the margin is below the floor. */
  marginPercent?: number | null;
  floorPercent?: number | null;
  reason: string;
  by: OrderActor;
  now: Date;
}

/** Stores an offer until it is approved. */
export async function storeForApproval(
  tx: Db,
  order: OrderRow,
  { offer, lines, charges, total, reduction }: PreparedOffer,
  { reason, by, now, ...limits }: ApprovalRequest,
): Promise<ApprovalRow> {
  const rows = await tx
    .insert(offerApprovals)
    .values({
      orderId: order.id,
      orderVersion: order.version,
      revision: order.revision,
      offer,
      lines: [...lines],
      charges,
      automaticFen: reduction.automaticFen,
      totalFen: total.totalFen,
      percent: reduction.percent,
      ...limits,
      reason,
      requestedBy: by.userId,
      requestedName: by.userName,
      requestedAt: now,
    })
    .returning();
  return onlyRow(rows);
}

/** Records the decision on a pending offer; false if it was decided before. */
export async function decideApproval(
  tx: Db,
  id: number,
  { decision, by, note = '', now }: { decision: ApprovalDecision; by: OrderActor; note?: string; now: Date },
): Promise<boolean> {
  const { userId: decidedBy, userName: decidedName } = by;
  const decided = await tx
    .update(offerApprovals)
    .set({ decision, decidedBy, decidedName, decidedAt: now, decisionNote: note })
    .where(and(eq(offerApprovals.id, id), isNull(offerApprovals.decision)))
    .returning({ id: offerApprovals.id });
  return decided.length === 1;
}

/** Whether the request is unchanged since the offer was made. */
export const isRequestUnchanged = ({ orderVersion, revision }: ApprovalRow, order: OrderRow): boolean =>
  order.status === 'requested' && order.version === orderVersion && order.revision === revision;

/** Whether an offer has the lines, charges and total that the approvers saw. */
export const matchesApproval = (prepared: PreparedOffer, approval: ApprovalRow): boolean =>
  isDeepStrictEqual(
    approvedFields({ ...prepared, totalFen: prepared.total.totalFen }),
    approvedFields(approval),
  );

const approvedFields = ({
  lines,
  charges,
  totalFen,
}: Pick<PreparedOffer, 'lines' | 'charges'> & Pick<ApprovalRow, 'totalFen'>) => ({
  lines: lines.map(({ lineNo, num, after, days, reason }) => ({ lineNo, num, after, days, reason })),
  charges: charges.map(({ kind, label, amountFen }) => ({ kind, label, amountFen })),
  totalFen,
});

export function presentApproval(
  row: ApprovalRow,
  order: OrderRow,
  viewer: { userId: number; mayDecide: boolean; seesCosts: boolean; discountLimit: number },
): OfferApproval {
  const state = row.decision ?? (isRequestUnchanged(row, order) ? 'waiting' : 'stale');
  const mayRefuse = viewer.mayDecide && state === 'waiting';
  return {
    id: row.id,
    state,
    percent: row.percent,
    limitPercent: row.limitPercent,
    ...(viewer.seesCosts && row.floorPercent !== null
      ? { margin: { percent: row.marginPercent, floorPercent: row.floorPercent } }
      : {}),
    automatic: priceOf({ totalFen: row.automaticFen }),
    total: priceOf(row),
    lines: row.lines,
    charges: row.charges.map(chargeInYuan),
    offer: row.offer,
    reason: row.reason,
    requestedName: row.requestedName,
    requestedAt: row.requestedAt.toISOString(),
    isMine: row.requestedBy === viewer.userId,
    decidedName: row.decidedName,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decisionNote: row.decisionNote,
    mayRefuse,
    mayRelease: mayRefuse && row.percent <= viewer.discountLimit,
  };
}
