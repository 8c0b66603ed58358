import type { OrderWithExt } from '#contract/order-data.ts';
import { sentModelOf } from '#contract/models.ts';
import { fieldsFromOrderItem, type PartFields } from '../draft/draft.ts';

/**
 * An order's parts with their files and models. With `userId` for a new quotation of that user: other users' files are left out,
 * since an order may hold only its owner's.
 */
export function partsOfOrder(order: OrderWithExt, userId = order.userId): PartFields[] {
  const files = userId === order.userId ? order.files : [];
  return order.items.map((item) => ({
    ...fieldsFromOrderItem(item),
    files: files
      .filter(({ lineNo }) => lineNo === item.lineNo)
      .map(({ id, name, size, hasThumbnail }) => ({ id, name, size, hasThumbnail })),
    ...sentModelOf(order.models, item.lineNo),
  }));
}
