import type { OrderStatus } from './order-status.ts';

const promised: ReadonlySet<OrderStatus> = new Set(['placed', 'confirmed', 'producing', 'inspecting']);

/** Does the shop still owe the goods by the promised day? */
export const isPromised = (status: OrderStatus): boolean => promised.has(status);

const unbegun: ReadonlySet<OrderStatus> = new Set(['placed', 'confirmed']);

/** Is the order promised, and production not begun? */
export const isBeforeProduction = (status: OrderStatus): boolean => unbegun.has(status);

/** Why a promised day moved: for the order's history and for both sides. */
export const waitReason = (days: number): string => `承诺日期因等待您的答复顺延 ${days} 个工作日`;
