import type { QuotationDocument, QuotationSnapshot } from '#contract/orders/documents.ts';
import type { Db } from '#server/db/database.ts';
import type { OrderRow } from '#server/modules/orders/reading/orders.queries.ts';
import { readPicture, findSeal } from '#server/modules/pictures/pictures.service.ts';
import type { Settings } from '#server/modules/settings/settings-definitions.ts';
import type { Seals } from './quotation-snapshot.ts';

interface Issue {
  /** The order's current row. */
  order: Pick<OrderRow, 'userId' | 'revision' | 'placedAt'>;
  /** The revision whose document is issued. */
  revision: number;
  /** The user who issues it. */
  issuedBy: number;
}

/**
 * The seals of a quotation issued now: the shop's and the customer's. The customer's seal confirms the document, so
 * it is added only when its owner issues the document, or when exactly this revision has been placed.
 */
export async function sealsFor(db: Db, issue: Issue, settings: Settings): Promise<Seals> {
  return {
    issuer: settings['company.seal'],
    customer: isConfirmed(issue) ? await findSeal(db, issue.order.userId) : '',
  };
}

const isConfirmed = ({ order, revision, issuedBy }: Issue): boolean =>
  issuedBy === order.userId || (order.placedAt !== null && order.revision === revision);

/** The pictures of the seals on an issued document, independent of later changes. */
export const readSeals = async (
  db: Db,
  { seals }: QuotationSnapshot,
): Promise<QuotationDocument['seals']> => ({
  issuer: await readPicture(db, seals?.issuer ?? ''),
  customer: await readPicture(db, seals?.customer ?? ''),
});
