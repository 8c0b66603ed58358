import { orders } from '#contract/orders/orders.ts';
import { ORDERS_PATH } from '../../resources/order/order-queries.ts';
import { usePermission } from '../../session/use-permission.ts';
import { usePeriod } from './period.ts';

/** Filters of the list of orders, as in its address. */
export type OrderFilters = Readonly<Record<string, string | number>>;

/** The address of the orders behind a figure; undefined for users who may not read them. */
export function useOrdersUrl(): (filters: OrderFilters) => string | undefined {
  const mayList = usePermission(orders.list.permission);
  return (filters) =>
    mayList
      ? `${ORDERS_PATH}?${new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)])).toString()}`
      : undefined;
}

/** The period in the address as a filter of orders by days. */
export function usePeriodFilter(): string {
  const { beginDate, endDate } = usePeriod().period;
  return `${beginDate}~${endDate}`;
}
