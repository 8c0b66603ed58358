import type { OrderStatus } from './order-status.ts';

const promisedStatuses: ReadonlySet<OrderStatus> = new Set([
  'placed',
  'confirmed',
  'producing',
  'inspecting',
]);

/** Whether the shop has promised a ship date and not shipped yet. */
export const isPromised = (status: OrderStatus): boolean => promisedStatuses.has(status);

const statusesBeforeProduction: ReadonlySet<OrderStatus> = new Set(['placed', 'confirmed']);

/** Whether the order is placed and production has not begun. */
export const isBeforeProduction = (status: OrderStatus): boolean => statusesBeforeProduction.has(status);

/** The reason for a moved promised date in the order's history. */
export const waitReason = (days: number): string => `承诺日期因等待您的答复顺延 ${days} 个工作日`;
