import { sql } from 'drizzle-orm';
import { orders } from '#server/db/schema.ts';

/** Orders with an offer that waits for its approval: undecided, and made for the request as it is now. */
export const isWaitingForApproval = sql`${orders.status} = 'requested' and exists (
  select from offer_approval waiting where waiting.order_id = ${orders.id} and waiting.decision is null
    and waiting.order_version = ${orders.version} and waiting.revision = ${orders.revision})`;
