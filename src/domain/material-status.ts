import { keysOf } from './pick.ts';

/** A draft is not shown to customers. */
export const materialStatusLabels = { draft: '草稿', onSale: '在售' } as const;
export type MaterialStatus = keyof typeof materialStatusLabels;
export const MATERIAL_STATUSES = keysOf(materialStatusLabels);
