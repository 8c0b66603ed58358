import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '#contract/orders/order-data.ts';
import { appConfigQuery } from '#providers/app-config.ts';
import { shipDayText } from '#providers/ship-day.ts';

/** The shipping day of an order as staff read it. */
export function useShipDay(order: Order): string {
  const { data: settings } = useQuery(appConfigQuery);
  const [now] = useState(() => new Date());
  return shipDayText(order, settings, now);
}
