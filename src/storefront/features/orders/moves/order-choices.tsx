import { priceOfChosen } from '#contract/orders/alternatives.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { choicesOf, OfferChoices } from '#storefront/ui/order/offer-choices.tsx';

interface OrderChoicesProps {
  order: OrderWithExt;
  /** The numbers (`no`) of the chosen alternatives. */
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
}

/** Whether the order can be placed with alternatives. */
export const hasChoices = ({ alternatives, moves }: OrderWithExt): boolean =>
  alternatives.length > 0 && moves.some(({ to }) => to === 'placed');

/** Chooses the alternatives of an offer, and shows the resulting total. */
export function OrderChoices({ order, chosen, onChange }: OrderChoicesProps) {
  return (
    <OfferChoices
      choices={choicesOf(
        order.items.map((item) => ({ ...item, amount: item.line_total, days: item.line_days })),
        order.alternatives,
      )}
      chosen={chosen}
      total={chosenTotal(order, chosen)}
      onChange={onChange}
    />
  );
}

/** Order total in yuan with these alternatives in place of their lines. */
export function chosenTotal(
  { items, charges, alternatives }: Pick<OrderWithExt, 'items' | 'charges' | 'alternatives'>,
  chosen: readonly number[],
): number {
  const lines = items.map(({ lineNo, line_total: amount, line_days: days }) => ({ lineNo, amount, days }));
  return priceOfChosen(lines, charges, alternatives, chosen);
}
