import type { Order } from '#contract/orders/order-data.ts';
import { acceptsFiles, acceptsRevisions } from '#domain/orders/moves.ts';
import { can } from '#providers/session/access-control.ts';

/* What the signed-in user may do with an order, to show buttons; the server checks again. */

/** A quotation or request can be edited until it is ordered or cancelled. */
export const canRevise = ({ status }: Pick<Order, 'status'>) =>
  acceptsRevisions(status) && can('mfr:order:add');

/** A request, and an order until the shop confirms it, can get another contact and more files. */
export const canAmend = ({ status }: Pick<Order, 'status'>) => acceptsFiles(status) && can('mfr:order:add');

/** Copying parts requires access to the quotation page. */
export const canCopy = () => can('mfr:quote:add');

/** A request has no document to show or share, unless it keeps a quotation. */
export const hasDocument = ({ status, keepsQuotation }: Pick<Order, 'status' | 'keepsQuotation'>) =>
  status !== 'requested' || keepsQuotation === true;

/** Sharing requires the permission to place and cancel orders. */
export const canShare = (order: Pick<Order, 'status' | 'keepsQuotation'>) =>
  hasDocument(order) && can('mfr:order:move');
