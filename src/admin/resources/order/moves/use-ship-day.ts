import { useState } from 'react';
import type { Order } from '#contract/orders/order-data.ts';
import { shipDayText } from '#providers/ship-day.ts';
import { useAppConfig } from '../../../components/use-product-name.ts';

/** The shipping day of an order as staff read it. */
export function useShipDay(order: Order): string {
  const { data: settings } = useAppConfig();
  const [now] = useState(() => new Date());
  return shipDayText(order, settings, now);
}
