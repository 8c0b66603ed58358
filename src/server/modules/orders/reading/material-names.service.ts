import type { Db } from '#server/db/database.ts';
import { distinctValues } from '#server/db/distinct-values.ts';
import { orderItems } from '#server/db/schema.ts';

/** The names of sold materials that contain the text. */
export const listMaterialNames = (db: Db, text: string): Promise<string[]> =>
  distinctValues(db, orderItems.materialName, text);
