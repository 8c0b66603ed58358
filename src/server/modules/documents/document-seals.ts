import type { QuotationDocument, QuotationSnapshot } from '#contract/documents.ts';
import type { Db } from '#server/db/database.ts';
import { readPicture, sealOf } from '#server/modules/pictures/pictures.service.ts';
import type { Settings } from '#server/modules/settings/settings-definitions.ts';
import type { Seals } from './quotation-snapshot.ts';

/** The seals that a quotation gets when it is issued now: the shop's, and that of the customer whose order it is. */
export const sealsFor = async (
  db: Db,
  { userId }: { userId: number },
  settings: Settings,
): Promise<Seals> => ({
  issuer: settings['company.seal'],
  customer: await sealOf(db, userId),
});

/** The pictures of the seals that a document was issued with, whatever seals there are today. */
export const readSeals = async (
  db: Db,
  { seals }: QuotationSnapshot,
): Promise<QuotationDocument['seals']> => ({
  issuer: await readPicture(db, seals?.issuer ?? ''),
  customer: await readPicture(db, seals?.customer ?? ''),
});
