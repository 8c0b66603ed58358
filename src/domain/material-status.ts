import { keysOf } from './pick.ts';

/** Customers do not see drafts. */
export const materialStatusLabels = { draft: '草稿', onSale: '在售' } as const;
export type MaterialStatus = keyof typeof materialStatusLabels;
export const MATERIAL_STATUSES = keysOf(materialStatusLabels);
