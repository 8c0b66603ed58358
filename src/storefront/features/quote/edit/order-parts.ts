import type { OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';
import type { RepeatedPart } from '#contract/orders/parts.ts';
import { fieldsFromOrderItem, type EarlierLine, type PartFields } from '../draft/draft.ts';
import { modelOfOrder } from './model-of-order.ts';

type OrderFiles = Pick<OrderWithExt, 'userId' | 'files' | 'models'>;

/**
 * An order's parts with files and models. `userId` is set for a new quotation of that user: its parts carry the old
 * prices for comparison, and other users' files are left out, since an order may contain only its owner's.
 */
export function partsOfOrder(order: OrderWithExt, userId?: number): PartFields[] {
  const { id: orderId, orderNo, placedAt, createdAt, status } = order;
  const source = {
    orderId,
    orderNo,
    at: placedAt ?? createdAt,
    isOrdered: placedAt !== null && status !== 'cancelled',
  };
  return order.items.map((item) =>
    partOfLine(item, order, userId, userId === undefined ? undefined : source),
  );
}

/** Library parts as last ordered, for a new quotation of this user. */
export const partsOfRepeats = (repeats: readonly RepeatedPart[], userId: number): PartFields[] =>
  repeats.map((repeat) => partOfLine(repeat.item, repeat, userId, repeat));

function partOfLine(
  item: OrderItem,
  order: OrderFiles,
  userId: number | undefined,
  source: Omit<EarlierLine, 'trace' | 'names'> | undefined,
): PartFields {
  const files = userId === undefined || userId === order.userId ? order.files : [];
  const model = order.models.find(({ lineNo }) => lineNo === item.lineNo);
  return {
    ...fieldsFromOrderItem(item),
    files: files
      .filter(({ lineNo }) => lineNo === item.lineNo)
      .map(({ id, name, size, hasThumbnail }) => ({ id, name, size, hasThumbnail })),
    ...(model && { modelFile: modelOfOrder(model) }),
    ...(source && { earlier: earlierLine(item, source) }),
  };
}

const earlierLine = (
  { trace, processes }: OrderItem,
  { orderId, orderNo, at, isOrdered }: Omit<EarlierLine, 'trace' | 'names'>,
): EarlierLine => ({
  orderId,
  orderNo,
  at,
  isOrdered,
  trace,
  names: Object.fromEntries(
    processes.flatMap(({ processId, processName, optionId, optionName }) => [
      [processId, processName],
      [optionId, optionName],
    ]),
  ),
});
