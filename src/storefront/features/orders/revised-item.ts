import type { OrderFile } from '#contract/files.ts';
import type { OrderItem } from '#contract/orders.ts';
import type { QuotationItem } from '#contract/part-item.ts';

/** An item as it was sold, as an item to quote again, with those of the order's files that are its own. */
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
    // A part that nobody named is called by its material.
    ...(name === materialName ? {} : { name }),
    ...(fileIds.length === 0 ? {} : { fileIds }),
  };
}
