import { and, eq, isNotNull, ne } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { orders } from '#server/db/schema.ts';

/** Has the user placed no order that is not cancelled yet? */
export async function isNewCustomer(db: Db, userId: number): Promise<boolean> {
  const [placed] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNotNull(orders.placedAt), ne(orders.status, 'cancelled')))
    .limit(1);
  return placed === undefined;
}
