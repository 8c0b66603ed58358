import { sql } from 'drizzle-orm';
import { orders } from '#server/db/schema.ts';

/** A condition for queries on `orders`: a pending approval exists for the current state of the request. */
export const isWaitingForApproval = sql`${orders.status} = 'requested' and exists (
  select from offer_approval waiting where waiting.order_id = ${orders.id} and waiting.decision is null
    and waiting.order_version = ${orders.version} and waiting.revision = ${orders.revision})`;
