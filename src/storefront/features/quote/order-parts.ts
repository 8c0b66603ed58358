import type { OrderWithExt } from '#contract/orders.ts';
import { fieldsFromOrderItem, type PartFields } from './draft.ts';

/**
 * An order's parts with their files. With `userId` as a new quotation of that user, who takes only files of his own along:
 * an order may hold no others.
 */
export function partsOfOrder(order: OrderWithExt, userId = order.userId): PartFields[] {
  const files = userId === order.userId ? order.files : [];
  return order.items.map((item) => ({
    ...fieldsFromOrderItem(item),
    files: files
      .filter(({ lineNo }) => lineNo === item.lineNo)
      .map(({ id, name, size, hasThumbnail }) => ({ id, name, size, hasThumbnail })),
  }));
}
