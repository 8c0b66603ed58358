import type { Db } from '#server/db/database.ts';
import { insertHistory, type OrderRow } from '../reading/orders.queries.ts';

interface StaffEvent {
  orderId: number;
  status: OrderRow['status'];
  reason: string;
  by: { userId: number; userName: string };
  now: Date;
}

/** A row of an order's history that its customer is never sent. */
export const keepForStaff = (tx: Db, { orderId, status, reason, by, now }: StaffEvent): Promise<void> =>
  insertHistory(tx, { orderId, from: status, to: status, reason, ...by, isStaffOnly: true, createdAt: now });
