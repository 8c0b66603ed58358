import { COST_PERMISSION, costs, type OrderCost } from '#contract/catalogue/costs.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { TIME_ERROR } from '#domain/charges/machine-time.ts';
import { quotientText } from '#domain/charges/measured-charges.ts';
import { fenFromYuan, formatFen, formatYuan, type Fen } from '#domain/money.ts';
import {
  marginOf,
  marginPercentText,
  marginOfYuan,
  type Margin,
  type OrderMargin,
} from '#domain/pricing/margin.ts';
import { weightText } from '#domain/stock/stock-texts.ts';
import { endpointQuery, useEndpoint } from '../../../calls/use-endpoint.ts';
import { usePermission } from '../../../session/use-permission.ts';
import { uncached } from '../order-queries.ts';

/** The cost of an order; refetched when the order is. */
const costQuery = (id: number, basis: 'kept' | 'today') =>
  endpointQuery(costs.ofOrder, {
    params: { id },
    query: { basis },
    queryKey: ['order', id, 'cost', basis],
    ...uncached,
  });

/**
 * The cost of an order: today's for a request, because an offer would store it; otherwise the stored one.
 * Undefined while it loads, and for users who may not see costs.
 */
export function useOrderCost({ id, status }: Pick<OrderWithExt, 'id' | 'status'>): OrderCost | undefined {
  const enabled = usePermission(COST_PERMISSION);
  const { data } = useEndpoint({ ...costQuery(id, status === 'requested' ? 'today' : 'kept'), enabled });
  return data;
}

export type LineCost = OrderCost['lines'][number];

/** `成本 ¥80.00 · 毛利 ¥20.00（20%）`; the missing costs if the cost is unknown. */
export function lineCostText(cost: LineCost, fen: Fen | null): string {
  const costFen = costFenOf(cost);
  if (costFen === null) return `成本未知：缺${missingNames(cost).join('、')}`;
  return fen === null
    ? `成本 ${formatFen(costFen)}`
    : costText(costFen, marginOf(revenueOf(cost, fen), costFen));
}

/** A shorter text for a narrow row: `成本 ¥80.00 · 毛利率 20%`. */
export function rowCostText(cost: LineCost, fen: Fen | null): string {
  const costFen = costFenOf(cost);
  if (costFen === null || fen === null) return lineCostText(cost, fen);
  const { percent } = marginOf(revenueOf(cost, fen), costFen);
  return [
    `成本 ${formatFen(costFen)}`,
    ...(percent === null ? [] : [`毛利率 ${marginPercentText({ percent })}`]),
  ].join(' · ');
}

export const costFenOf = ({ cost }: LineCost): Fen | null => (cost === null ? null : fenFromYuan(cost));

/** The revenue of a line: its price and its measured charges. */
const revenueOf = ({ charged }: LineCost, fen: Fen): Fen => fen + fenFromYuan(charged);

/** True if the line is priced below a known cost. */
export const isBelowCost = (cost: LineCost, fen: Fen | null): boolean =>
  fen !== null && revenueOf(cost, fen) < (costFenOf(cost) ?? 0);

/** `成本 ¥80.00 · 毛利 ¥20.00（20%）`. */
const costText = (costFen: Fen, margin: Margin): string =>
  `成本 ${formatFen(costFen)} · 毛利 ${formatFen(margin.fen)}${margin.percent === null ? '' : `（${marginPercentText(margin)}）`}`;

/** `costText` for amounts in yuan. */
export const costTextOfYuan = (price: string, cost: number): string =>
  costText(fenFromYuan(cost), marginOfYuan(price, cost));

/** `costText` for an order; undefined if a cost is unknown. */
export const marginText = ({ costFen, margin }: OrderMargin): string | undefined =>
  costFen === null || margin === null ? undefined : costText(costFen, margin);

/** True if the order is priced below a known cost. */
export const isLoss = ({ margin }: OrderMargin): boolean => margin !== null && margin.fen < 0;

/** The names of factors with unknown cost. */
export const missingNames = ({ factors }: Pick<LineCost, 'factors'>): string[] =>
  factors.filter(({ amount }) => amount === null).map((factor) => factorName(factor));

type Factor = LineCost['factors'][number];

export const factorName = ({ kind, name }: Factor): string =>
  kind === 'machining'
    ? '加工'
    : kind === 'minute'
      ? '计费机时'
      : kind === 'material'
        ? `材料 ${name}`
        : name;

/** Explains the computation of a factor. */
export function factorDetail({ kg, weighed, seconds, hour }: Factor): string | undefined {
  if (kg !== null) return `每件${weighed === 'stock' ? '下料毛坯' : '零件外形'} ${weightText(kg)}`;
  if (seconds === undefined) return undefined;
  const rate = hour === null ? '，缺机时成本' : hour === undefined ? '' : ` × ${formatYuan(hour)}/小时`;
  return `${quotientText(seconds, 60)} 分钟${rate}（与附加费的机时相同，估算 ±${TIME_ERROR}%）`;
}

export const amountText = (amount: number | null): string => (amount === null ? '未知' : formatYuan(amount));
