import type { Material } from '#contract/catalogue/material-list.ts';
import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import type { QuoteCatalogue } from './catalogue-types.ts';
import { emptyFields, type PartDraft, type PartFields } from './draft.ts';

const TIME = '2026-11-20T08:00:00+08:00';

export function buildMaterial(overrides: Partial<Material> = {}): Material {
  return {
    id: 1,
    name: 'AL6061-T6',
    materialTag: 'aluminium',
    density: 2.7,
    length: 150,
    width: 100,
    height: 30,
    deliveryTime: 3,
    speed: 0.12,
    sort: 1,
    remark: '通用',
    staffNote: '',
    status: 'onSale',
    manualOptions: [],
    processConfig: [
      // Free: without an entry they would not be offered.
      ...[11, 14, 15, 131, 21, 31, 32].map((id) => ({ id, price: 0, time: 0 })),
      { id: 12, price: 6, time: 1 },
      { id: 13, price: 12, time: 2 },
      { id: 132, price: 1, time: 0 },
      { id: 22, price: 8.5, time: 0.5 },
    ],
    version: 1,
    createdAt: TIME,
    updatedAt: TIME,
    ...overrides,
  };
}

function buildNode(
  id: number,
  name: string,
  children: ProcessTreeNode[] = [],
  onlyFor?: number[],
): ProcessTreeNode {
  return {
    id,
    parentId: 0,
    name,
    sort: id,
    filterType: onlyFor ? 2 : 0,
    materialIds: onlyFor ?? [],
    remark: '',
    staffNote: '',
    version: 1,
    updatedAt: TIME,
    children,
  };
}

/** Anodising requires aluminium and a colour; heat treatment requires steel. */
export const catalogue: QuoteCatalogue = {
  materials: [
    buildMaterial(),
    buildMaterial({ id: 3, name: 'AL7075-T6', remark: '高强度' }),
    buildMaterial({ id: 2, name: 'SUS304', materialTag: 'stainless', deliveryTime: 4 }),
  ],
  tree: [
    buildNode(10, '表面处理', [
      buildNode(11, '无'),
      buildNode(12, '喷砂'),
      buildNode(13, '阳极氧化', [buildNode(131, '本色'), buildNode(132, '黑色')], [1, 3]),
      buildNode(14, '拉丝'),
      buildNode(15, '抛光'),
    ]),
    buildNode(20, '粗糙度', [buildNode(21, 'Ra3.2'), buildNode(22, 'Ra1.6')]),
    buildNode(30, '热处理', [buildNode(31, '无热处理'), buildNode(32, '去应力退火')], [2]),
  ],
  cncPrice: { aluminium: 85, stainless: 150 },
};

/** A complete aluminium part. */
export function buildFields(overrides: Partial<PartFields> = {}): PartFields {
  return {
    ...emptyFields,
    name: '支架',
    materialId: 1,
    length: '120',
    width: '60',
    height: '20',
    num: '50',
    selections: { process_10: 13, process_13: 132, process_20: 21 },
    ...overrides,
  };
}

export function buildPart(overrides: Partial<PartDraft> = {}): PartDraft {
  return {
    ...buildFields(),
    key: 'part-1',
    isExpanded: true,
    showsErrors: false,
    pendingFiles: 0,
    notices: [],
    ...overrides,
  };
}
