import { orderStatusLabels, type OrderStatus } from '#domain/orders/order-status.ts';
import type { EnumOption } from '../../field-types/field.ts';

const colors: Readonly<Record<OrderStatus, EnumOption['color']>> = {
  requested: 'orange',
  quoted: undefined,
  placed: 'orange',
  confirmed: 'blue',
  producing: 'blue',
  inspecting: 'blue',
  shipped: 'green',
  completed: 'green',
  cancelled: 'red',
};

const option = (status: OrderStatus): EnumOption => ({
  label: orderStatusLabels[status],
  color: colors[status],
});

/** The label and colour of each status. */
export const orderStatusOptions: Readonly<Record<OrderStatus, EnumOption>> = {
  requested: option('requested'),
  quoted: option('quoted'),
  placed: option('placed'),
  confirmed: option('confirmed'),
  producing: option('producing'),
  inspecting: option('inspecting'),
  shipped: option('shipped'),
  completed: option('completed'),
  cancelled: option('cancelled'),
};

/** The label of a status, or the status itself if it is unknown. */
export const statusLabel = (status: string): string =>
  Object.hasOwn(orderStatusLabels, status) ? orderStatusLabels[status as OrderStatus] : status;
