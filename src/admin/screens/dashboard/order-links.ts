import { orders } from '#contract/orders/orders.ts';
import { ORDERS_PATH } from '../../resources/order/order-queries.ts';
import { usePermission } from '../../session/use-permission.ts';
import { usePeriod } from './period.ts';

/** Filters as in the query of the order list. */
export type OrderFilters = Readonly<Record<string, string | number>>;

/** Returns a function for the URL of a filtered order list; it returns undefined for users who may not read it. */
export function useOrdersUrl(): (filters: OrderFilters) => string | undefined {
  const mayList = usePermission(orders.list.permission);
  return (filters) =>
    mayList
      ? `${ORDERS_PATH}?${new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)])).toString()}`
      : undefined;
}

/** The current period as a date filter of the order list. */
export function usePeriodFilter(): string {
  const { beginDate, endDate } = usePeriod().period;
  return `${beginDate}~${endDate}`;
}
