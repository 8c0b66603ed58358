import { isNull, sql } from 'drizzle-orm';
import { vi } from 'vitest';
import { orders, quotationDocuments } from '#server/db/schema.ts';
import type { Api } from './api.ts';

/** Waits until the documents of all placed orders are archived: after that no background writes occur. */
export async function untilArchived({ database: { db } }: Pick<Api, 'database'>): Promise<void> {
  const count = async () => {
    const { rows } = await db.execute<{ open: number }>(sql`
      select count(*)::int as open from ${orders}
      left join ${quotationDocuments} on ${quotationDocuments.orderId} = ${orders.id}
        and ${quotationDocuments.revision} = ${orders.revision}
      where ${orders.placedAt} is not null and ${orders.status} <> 'cancelled' and ${isNull(quotationDocuments.fileId)}`);
    return rows[0]?.open;
  };
  await vi.waitFor(
    async () => {
      if ((await count()) !== 0) throw new Error('documents are still to be archived');
    },
    { timeout: 90_000, interval: 50 },
  );
}
