import {
  ORDER_STATUSES,
  orderStatusColours,
  orderStatusLabels,
  STATUS_DICT,
  type OrderStatus,
} from '#domain/orders/order-status.ts';
import { useNamedOptions } from '../../field-types/dict-options.ts';
import type { EnumOption } from '../../field-types/field.ts';

/** The label and colour of each status while its dictionary loads, and of statuses missing in it. */
export const orderStatusOptions = Object.fromEntries(
  ORDER_STATUSES.map((status) => [
    status,
    { label: orderStatusLabels[status], color: orderStatusColours[status] },
  ]),
) as Readonly<Record<OrderStatus, EnumOption>>;

/** Label and colour of a status, as customers see them; the status itself if it is unknown. */
export function useOrderStatus(): (status: string) => EnumOption {
  const options: Readonly<Record<string, EnumOption>> = useNamedOptions(STATUS_DICT, orderStatusOptions);
  return (status) => (Object.hasOwn(options, status) ? options[status] : undefined) ?? { label: status };
}
