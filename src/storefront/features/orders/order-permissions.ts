import type { Order } from '#contract/order-data.ts';
import { can } from '#providers/access-control.ts';

/* Permissions of the signed-in user on an order, for its buttons; the server checks again. */

/** A quotation can be edited and repriced until it is ordered or cancelled. */
export const canRevise = ({ status }: Pick<Order, 'status'>) => status === 'quoted' && can('mfr:order:add');

/** Contact and files can be amended until the shop confirms the order; a quotation's are edited with its parts. */
export const canAmend = ({ status }: Pick<Order, 'status'>) => status === 'placed' && can('mfr:order:add');

/** Copying parts needs the quotation page. */
export const canCopy = () => can('mfr:quote:add');

/** Sharing needs the permission to order and cancel. */
export const canShare = () => can('mfr:order:move');
