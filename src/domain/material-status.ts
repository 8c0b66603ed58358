/** A draft is not shown to customers. */
export const MATERIAL_STATUSES = ['draft', 'onSale'] as const;
export type MaterialStatus = (typeof MATERIAL_STATUSES)[number];

export const materialStatusLabels = { draft: '草稿', onSale: '在售' } as const satisfies Record<
  MaterialStatus,
  string
>;
