import { quotationItem } from '#contract/orders/part-item.ts';
import type { PartItem, ProcessSelections } from '#domain/pricing/types.ts';
import { initialSize, type SizeAndQuantity } from '../../components/prices/trial-part.ts';

export interface ConfigDraft {
  material: number | undefined;
  size: SizeAndQuantity;
  selections: ProcessSelections;
}

/** Parses a stored configuration; undefined if there is none. */
export function configOf(data: unknown): PartItem | undefined {
  return quotationItem.safeParse(data).data;
}

export function draftOf(saved: PartItem | undefined): ConfigDraft {
  if (!saved) return { material: undefined, size: { ...initialSize, num: 1 }, selections: {} };
  const { material, num, length, width, height, ...selections } = saved;
  return { material, size: { num, length, width, height }, selections };
}
