import type { Order } from '#contract/orders/order-data.ts';
import { isOpenToFiles, isOpenToRevisions } from '#domain/orders/moves.ts';
import { can } from '#providers/session/access-control.ts';

/* Permissions of the signed-in user on an order, for its buttons; the server checks again. */

/** A quotation or request can be edited until it is ordered or cancelled. */
export const canRevise = ({ status }: Pick<Order, 'status'>) =>
  isOpenToRevisions(status) && can('mfr:order:add');

/** Contact and files can be amended of a request, and until the shop confirms an order; a quotation's are edited with its parts. */
export const canAmend = ({ status }: Pick<Order, 'status'>) => isOpenToFiles(status) && can('mfr:order:add');

/** Copying parts needs the quotation page. */
export const canCopy = () => can('mfr:quote:add');

/** A request has no document yet, and nothing to share, unless it keeps a quotation. */
export const hasDocument = ({ status, keepsQuotation }: Pick<Order, 'status' | 'keepsQuotation'>) =>
  status !== 'requested' || keepsQuotation === true;

/** Sharing needs the permission to order and cancel. */
export const canShare = (order: Pick<Order, 'status' | 'keepsQuotation'>) =>
  hasDocument(order) && can('mfr:order:move');
