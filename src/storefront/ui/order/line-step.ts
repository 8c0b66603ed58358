import type { OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';

/** What staff decided about a line last, or that no person has priced it yet; undefined where the formula's price counts. */
export const stepOf = ({ trace }: Pick<OrderItem, 'trace'>) => trace.steps?.at(-1);

/** Whether the formula could price the line: one that waited for staff has no automatic price to compare with. */
export const hasAutomaticPrice = ({ trace }: Pick<OrderItem, 'trace'>): boolean =>
  trace.steps?.some(({ kind }) => kind === 'open') !== true;

/** Staff priced something: it counts only for these parts. */
export const isByHand = ({ items, charges }: Pick<OrderWithExt, 'items' | 'charges'>): boolean =>
  charges.some(({ ruleId }) => ruleId === undefined) || items.some(stepOf);
