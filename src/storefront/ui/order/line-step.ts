import type { OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';

/** The last staff decision on a line, or the step that says that it awaits one; undefined if the formula's price applies. */
export const lastStepOf = ({ trace }: Pick<OrderItem, 'trace'>) => trace.steps?.at(-1);

/** Whether the formula priced the line; a line priced only by staff has no automatic price to compare with. */
export const hasAutomaticPrice = ({ trace }: Pick<OrderItem, 'trace'>): boolean =>
  trace.steps?.some(({ kind }) => kind === 'open') !== true;

/** Whether staff set any price; such an offer is valid only for exactly these parts. */
export const isPricedByStaff = ({ items, charges }: Pick<OrderWithExt, 'items' | 'charges'>): boolean =>
  charges.some(({ ruleId }) => ruleId === undefined) || items.some(lastStepOf);
