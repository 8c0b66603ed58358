import type { OrderWithExt } from '#contract/order-data.ts';
import { fieldsFromOrderItem, type PartFields } from '../draft/draft.ts';
import { modelOfOrder } from './model-of-order.ts';

/**
 * An order's parts with their files and models. With `userId` for a new quotation of that user: other users' files are left out,
 * since an order may hold only its owner's.
 */
export function partsOfOrder(order: OrderWithExt, userId = order.userId): PartFields[] {
  const files = userId === order.userId ? order.files : [];
  return order.items.map((item) => {
    const model = order.models.find(({ lineNo }) => lineNo === item.lineNo);
    return {
      ...fieldsFromOrderItem(item),
      files: files
        .filter(({ lineNo }) => lineNo === item.lineNo)
        .map(({ id, name, size, hasThumbnail }) => ({ id, name, size, hasThumbnail })),
      ...(model && { modelFile: modelOfOrder(model) }),
    };
  });
}
