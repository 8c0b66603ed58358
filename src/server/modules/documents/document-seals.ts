import type { QuotationDocument, QuotationSnapshot } from '#contract/orders/documents.ts';
import type { Db } from '#server/db/database.ts';
import type { OrderRow } from '#server/modules/orders/reading/orders.queries.ts';
import { readPicture, findSeal } from '#server/modules/pictures/pictures.service.ts';
import type { Settings } from '#server/modules/settings/settings-definitions.ts';
import type { Seals } from './quotation-snapshot.ts';

interface IssuedRevision {
  /** The order's current row. */
  order: Pick<OrderRow, 'userId' | 'revision' | 'placedAt'>;
  /** The revision whose document is issued. */
  revision: number;
  /** The user who issues it. */
  issuedBy: number;
}

/**
 * The seals for a quotation issued now: the shop's and the customer's. The customer's seal confirms the document, so it is
 * added only if the customer issues the document or has placed exactly this revision.
 */
export async function chooseSeals(db: Db, issue: IssuedRevision, settings: Settings): Promise<Seals> {
  return {
    issuer: settings['company.seal'],
    customer: isConfirmed(issue) ? await findSeal(db, issue.order.userId) : '',
  };
}

const isConfirmed = ({ order, revision, issuedBy }: IssuedRevision): boolean =>
  issuedBy === order.userId || (order.placedAt !== null && order.revision === revision);

/** The pictures of the seals on an issued document; later changes do not affect them. */
export const readSeals = async (
  db: Db,
  { seals }: QuotationSnapshot,
): Promise<QuotationDocument['seals']> => ({
  issuer: await readPicture(db, seals?.issuer ?? ''),
  customer: await readPicture(db, seals?.customer ?? ''),
});
