import type { OrderFile } from '#contract/files/files.ts';
import type { OrderItem } from '#contract/orders/order-data.ts';
import { sentModelOf, type OrderModel } from '#contract/files/models.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { handStockOf } from '#contract/orders/stock-plan.ts';

/** A sold item as an item to quote again, with its files and its model among those of the order. */
export function revisedItem(
  item: OrderItem,
  files: readonly OrderFile[],
  models: readonly OrderModel[],
): QuotationItem {
  const { name, materialName, material, num, length, width, height, remark, processes } = item;
  const selections = processes.map(({ processId, optionId }) => [`process_${processId}`, optionId] as const);
  const fileIds = files.filter(({ lineNo }) => lineNo === item.lineNo).map(({ id }) => id);
  return {
    ...Object.fromEntries(selections),
    material,
    num,
    length,
    width,
    height,
    remark,
    // An unnamed part was given its material's name.
    ...(name === materialName ? {} : { name }),
    ...(fileIds.length === 0 ? {} : { fileIds }),
    ...sentModelOf(models, item.lineNo),
    ...handStockOf(item.stock),
  };
}
