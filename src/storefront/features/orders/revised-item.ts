import type { OrderFile } from '#contract/files.ts';
import type { OrderItem } from '#contract/orders.ts';
import type { QuotationItem } from '#contract/part-item.ts';

/** A sold item as an item to quote again, with its files among the order's `files`. */
export function revisedItem(item: OrderItem, files: readonly OrderFile[]): QuotationItem {
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
  };
}
