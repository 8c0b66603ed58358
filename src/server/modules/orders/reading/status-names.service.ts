import { orderStatusLabels, STATUS_DICT } from '#domain/orders/order-status.ts';
import type { Db } from '#server/db/database.ts';
import { readLabels } from '#server/modules/dictionaries/labels.ts';

/** The column of statuses of an export, with the names of the dictionary. */
export const statusColumn = async (db: Db): Promise<{ head: string; values: Record<string, string> }> => ({
  head: '状态',
  values: { ...orderStatusLabels, ...Object.fromEntries(await readLabels(db, STATUS_DICT)) },
});
