import type { Material } from '#contract/catalogue/material-list.ts';
import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import { offeredTree } from '#domain/process-tree/offered.ts';
import { processKey } from '#domain/process-tree/process-tree.ts';
import type { SampleProcess } from '#server/db/seed/sample-catalogue/process-nodes.ts';
import { sampleCatalogue } from '#server/db/seed/sample-catalogue/sample-catalogue.ts';

/*
 * The sample catalogue as a new installation serves it to the quotation page, for tests without a server: ids are positions in the
 * seed, from 1.
 */

const { materials, processes, prices, machiningPrices, defaultConfig } = sampleCatalogue;
const TIME = '2026-11-20T08:00:00+08:00';

const withInner = (nodes: SampleProcess[]): SampleProcess[] =>
  nodes.flatMap((node) => [node, ...withInner(node.children)]);
const nodeIds = new Map(withInner(processes).map(({ key }, index) => [key, index + 1]));
const materialIds = new Map(materials.map(({ key }, index) => [key, index + 1]));

const nodeOf = (node: SampleProcess, parentId = 0): ProcessTreeNode => {
  const id = nodeIds.get(node.key) ?? 0;
  return {
    id,
    parentId,
    name: node.name,
    sort: id,
    filterType: node.filterType,
    materialIds: node.materials.map((key) => materialIds.get(key) ?? 0),
    remark: node.remark ?? '',
    staffNote: '',
    version: 1,
    updatedAt: TIME,
    children: node.children.map((child) => nodeOf(child, id)),
  };
};

const shopMaterials = materials.map(({ key, ...material }): Material => ({
  ...material,
  id: materialIds.get(key) ?? 0,
  staffNote: '',
  status: 'onSale',
  manualOptions: [],
  processConfig: prices
    .filter((price) => price.material === key)
    .map(({ option, price, time }) => ({ id: nodeIds.get(option) ?? 0, price, time })),
  version: 1,
  createdAt: TIME,
  updatedAt: TIME,
}));

export const shopCatalogue = {
  materials: shopMaterials,
  tree: offeredTree(
    processes.map((process) => nodeOf(process)),
    shopMaterials,
  ),
  cncPrice: machiningPrices,
};

/** The default configuration of a new installation: AL6061-T6 with paid anodising. */
export const shopDefault = {
  materialId: materialIds.get(defaultConfig.material) ?? 0,
  selections: Object.fromEntries(
    Object.entries(defaultConfig.selections).map(([process, option]) => [
      processKey(nodeIds.get(process) ?? 0),
      nodeIds.get(option) ?? 0,
    ]),
  ),
};
