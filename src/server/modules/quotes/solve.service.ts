import type { LeadClass } from '#domain/lead/lead-class.ts';
import { fenFromYuan, yuanFromFen, type Fen } from '#domain/money.ts';
import { LADDER_QUANTITIES } from '#domain/pricing/ladder.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import {
  changeText,
  findSavingsInSteps,
  solveInSteps,
  daysWithCharges,
  type Goal,
  type Problem,
  type Suggestion,
  type SuggestionFigures,
} from '#domain/pricing/solve.ts';
import type { PartItem } from '#domain/pricing/types.ts';
import type { SolveBody, SuggestionInYuan, Solution } from '#contract/orders/quotes.ts';
import { runInSlices } from '#server/fairness/turns.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import type { PricedItem, PricedOrder } from './price-cart.service.ts';

interface VariantOptions {
  /** Whether a variant can be ordered at once. */
  isOrderable: (variant: PricedItem) => boolean;
  /** The order's lead class and the other available ones; default: only 标准. */
  leads?: Pick<Problem, 'lead' | 'otherLeads'> | undefined;
  /** The total of the whole order with the variant, in a lead class; absent if the order has no charges. */
  orderFen?: ((variant: PricedItem, lead: LeadClass | undefined) => Fen | undefined) | undefined;
  addedDays?: Problem['addedDays'];
}

/** Finds variants of a priced part that reach the goal. Computes in slices, so that it does not block the event loop. */
export async function solveQuote(
  catalogue: Catalogue,
  { items: [part], cncPrice }: PricedOrder,
  { goal, amount, days, quantities }: SolveBody,
  { isOrderable, leads, orderFen, addedDays }: VariantOptions,
): Promise<Solution> {
  if (!part) throw new Error('no part to solve');
  const { item, material: currentMaterial } = part;
  const priceVariant = (choice: PartItem): PricedItem => {
    const material = catalogue.materials.get(choice.material) ?? currentMaterial;
    return { item: { ...item, ...choice }, material, price: priceItem(material, choice, cncPrice) };
  };
  const problem: Problem = {
    item,
    materials: [...catalogue.materials.values()],
    tree: catalogue.offered,
    cncPrice,
    ...leads,
    addedDays,
    ...(quantities && { quantities: LADDER_QUANTITIES }),
    isAllowed: (choice) => isOrderable(priceVariant(choice)),
    orderFen: orderFen && ((choice, lead) => orderFen(priceVariant(choice), lead)),
  };
  const { now, isReached, suggestions, nearest } = await runInSlices(
    goal === 'saving' ? findSavingsInSteps(problem) : solveInSteps(problem, goalOf(goal, amount, days)),
  );
  const orderFigures = ({ amountFen, orderFen: fen, addedDays: added }: SuggestionFigures) => ({
    ...(added > 0 && { added_days: added }),
    ...(leads && { amount: yuanFromFen(amountFen) }),
    ...(fen !== undefined && { order_total: yuanFromFen(fen) }),
  });
  const toWire = (suggestion: Suggestion): SuggestionInYuan => ({
    ...suggestionToWire(suggestion, now ?? suggestion),
    ...orderFigures(suggestion),
    ...(leads && { leadClassId: suggestion.lead?.id ?? null }),
  });
  return {
    now: now
      ? { sub_total: yuanFromFen(now.subTotalFen), delivery_time: now.deliveryDays, ...orderFigures(now) }
      : null,
    isReached,
    proposals: suggestions.map(toWire),
    nearest: nearest ? toWire(nearest) : null,
  };
}

function goalOf(kind: Exclude<SolveBody['goal'], 'saving'>, amount = 0, days = 0): Goal {
  return kind === 'days' ? { kind, days } : { kind, fen: fenFromYuan(amount) };
}

function suggestionToWire(suggestion: Suggestion, current: SuggestionFigures): SuggestionInYuan {
  const { item, changes, subTotalFen, amountFen, deliveryDays } = suggestion;
  const { material, num, length: _length, width: _width, height: _height, ...selections } = item;
  return {
    changes: changes.map(changeText),
    material,
    num,
    selections,
    sub_total: yuanFromFen(subTotalFen),
    delivery_time: deliveryDays,
    price_change: yuanFromFen(amountFen - current.amountFen),
    days_change:
      (Math.round(daysWithCharges(suggestion) * 100) - Math.round(daysWithCharges(current) * 100)) / 100,
  };
}
