import { wasOffered } from '#domain/orders/was-offered.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { listHistory, type OrderRow } from './orders.queries.ts';
import { listRevisions } from '../revising/revisions.queries.ts';

/** Throws `order.not_offered` for a revision that was a request all the time: it has no document and no link. */
export async function assertOffered(db: Db, order: OrderRow, revision: number): Promise<void> {
  const history = await listHistory(db, order.id, { isStaff: true });
  const revisions = await listRevisions(db, order, history);
  if (wasOffered({ ...order, history, revisions }, revision)) return;
  const isOpen = order.status === 'requested' && revision === order.revision;
  throw new AppError('order.not_offered', isOpen ? {} : { msg: `第 ${revision} 版只是询价，没有报价单` });
}
