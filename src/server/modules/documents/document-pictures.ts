import { createHash } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { QuotationDocument, QuotationSnapshot } from '#contract/orders/documents.ts';
import type { Db } from '#server/db/database.ts';
import { modelBodies, partModels } from '#server/db/schema.ts';
import { drawPartPicture } from '#server/modules/pictures/draw-picture.service.ts';
import { readPictures } from '#server/modules/pictures/pictures.service.ts';

/** Small pictures of the parts of a revision that have a measured model. */
export interface PartPictures {
  /** Hash of the picture, by line number. */
  byLine: ReadonlyMap<number, string>;
  /** PNG by hash. */
  pngs: ReadonlyMap<string, Buffer>;
}

/** Draws the pictures for a document issued now; parts with the same body share one. */
export async function drawPictures(db: Db, orderId: number, revision: number): Promise<PartPictures> {
  const { modelId, body, lineNo } = partModels;
  const rows = await db
    .select({ lineNo, modelId, body, thumbnail: modelBodies.thumbnail })
    .from(partModels)
    .innerJoin(modelBodies, and(eq(modelBodies.modelId, modelId), eq(modelBodies.body, body)))
    .where(
      and(
        eq(partModels.orderId, orderId),
        eq(partModels.revision, revision),
        isNotNull(modelBodies.thumbnail),
      ),
    )
    .orderBy(lineNo);
  const hashes = new Map<string, string>();
  const byLine = new Map<number, string>();
  const pngs = new Map<string, Buffer>();
  for (const row of rows) {
    const source = `${row.modelId}/${row.body}`;
    let hash = hashes.get(source);
    if (hash === undefined) {
      const png = await drawPartPicture(row.thumbnail ?? Buffer.alloc(0));
      if (!png) continue;
      hash = createHash('sha256').update(png).digest('hex');
      hashes.set(source, hash);
      pngs.set(hash, png);
    }
    byLine.set(row.lineNo, hash);
  }
  return { byLine, pngs };
}

/** The part pictures of an issued document, by hash; later changes do not affect them. */
export const readPartPictures = (
  db: Db,
  { items }: QuotationSnapshot,
): Promise<QuotationDocument['pictures']> =>
  readPictures(
    db,
    items.flatMap(({ picture }) => picture ?? []),
  );
