import {
  ORDER_STATUSES,
  orderStatusColours,
  orderStatusLabels,
  STATUS_DICT,
  type OrderStatus,
} from '#domain/orders/order-status.ts';
import { useNamedOptions } from '../../field-types/dict-options.ts';
import type { EnumOption } from '../../field-types/field.ts';

/** Used while the dictionary loads, and for statuses that it does not contain. */
export const orderStatusOptions = Object.fromEntries(
  ORDER_STATUSES.map((status) => [
    status,
    { label: orderStatusLabels[status], color: orderStatusColours[status] },
  ]),
) as Readonly<Record<OrderStatus, EnumOption>>;

/** Returns the label and colour of a status as customers see them; an unknown status is its own label. */
export function useOrderStatus(): (status: string) => EnumOption {
  const options: Readonly<Record<string, EnumOption>> = useNamedOptions(STATUS_DICT, orderStatusOptions);
  return (status) => (Object.hasOwn(options, status) ? options[status] : undefined) ?? { label: status };
}
