import type { OrderItem } from '#contract/orders.ts';
import type { QuotationItem } from '#contract/part-item.ts';

/** An item as it was sold, as an item to quote again. */
export function revisedItem(item: OrderItem): QuotationItem {
  const { name, materialName, material, num, length, width, height, remark, processes } = item;
  const selections = processes.map(({ processId, optionId }) => [`process_${processId}`, optionId] as const);
  const part = { material, num, length, width, height, remark };
  // A part that nobody named is called by its material.
  return { ...Object.fromEntries(selections), ...part, ...(name === materialName ? {} : { name }) };
}
