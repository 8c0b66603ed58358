import type { Order } from '#contract/orders.ts';
import { can } from '#providers/access-control.ts';

/*
 * What the signed-in user may do with an order, for its buttons; the server decides anew.
 */

/** A quotation is edited and priced anew, until it is ordered or cancelled. */
export const canRevise = ({ status }: Pick<Order, 'status'>) => status === 'quoted' && can('mfr:order:add');

/** Taking parts over needs the page that quotes them. */
export const canCopy = () => can('mfr:quote:add');

/** Links are made and ended by those who may also order and cancel. */
export const canShare = () => can('mfr:order:move');
