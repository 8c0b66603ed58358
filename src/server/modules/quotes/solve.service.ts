import { fenFromYuan, yuanFromFen } from '#domain/money.ts';
import { LADDER_QUANTITIES } from '#domain/pricing/ladder.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { changeText, savings, solve, type Goal, type Problem, type Proposal } from '#domain/pricing/solve.ts';
import type { ItemFigures } from '#domain/pricing/types.ts';
import type { SolveBody, SolvedProposal, SolvedQuote } from '#contract/quotes.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import type { PricedItem, PricedOrder } from './quotes.service.ts';

/**
 * The variants of a priced part that reach the goal.
 * @param isSold whether a variant can be ordered at once
 */
export function solveQuote(
  catalogue: Catalogue,
  { items: [part], cncPrice }: PricedOrder,
  { goal, amount, days, quantities }: SolveBody,
  isSold: (variant: PricedItem) => boolean,
): SolvedQuote {
  if (!part) throw new Error('no part to solve');
  const { item, material: own, price } = part;
  const problem: Problem = {
    item,
    materials: [...catalogue.materials.values()],
    tree: catalogue.offered,
    cncPrice,
    ...(quantities && { quantities: LADDER_QUANTITIES }),
    isAllowed: (choice) => {
      const variant = { ...item, ...choice };
      const material = catalogue.materials.get(choice.material) ?? own;
      return isSold({ item: variant, material, price: priceItem(material, choice, cncPrice) });
    },
  };
  const { now, isReached, proposals, nearest } =
    goal === 'saving' ? savings(problem) : solve(problem, goalOf(goal, amount, days));
  const onWire = (one: Proposal) => proposalOnWire(one, now ?? price);
  return {
    now: now ? { sub_total: yuanFromFen(now.subTotalFen), delivery_time: now.deliveryDays } : null,
    isReached,
    proposals: proposals.map(onWire),
    nearest: nearest ? onWire(nearest) : null,
  };
}

function goalOf(kind: Exclude<SolveBody['goal'], 'saving'>, amount = 0, days = 0): Goal {
  return kind === 'days' ? { kind, days } : { kind, fen: fenFromYuan(amount) };
}

function proposalOnWire(
  { item, changes, subTotalFen, deliveryDays }: Proposal,
  now: ItemFigures,
): SolvedProposal {
  const { material, num, length: _length, width: _width, height: _height, ...selections } = item;
  return {
    changes: changes.map(changeText),
    material,
    num,
    selections,
    sub_total: yuanFromFen(subTotalFen),
    delivery_time: deliveryDays,
    price_change: yuanFromFen(subTotalFen - now.subTotalFen),
    days_change: (Math.round(deliveryDays * 100) - Math.round(now.deliveryDays * 100)) / 100,
  };
}
