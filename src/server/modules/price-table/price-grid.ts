import { appliesTo } from '#domain/process-tree/process-tree.ts';
import { FilterType, type ProcessNode } from '#domain/process-tree/types.ts';
import { pairKey } from '#contract/prices/cell-changes.ts';
import type { PriceTable } from '#contract/prices/price-table.ts';

type GridMaterial = PriceTable['materials'][number];
type GridOption = PriceTable['options'][number];

/** The two axes of the price table: materials and options. */
export interface PriceGrid {
  /** In display order. */
  materials: GridMaterial[];
  /** In tree order. */
  options: GridOption[];
}

/**
 * Every node below a root, depth first. `materialIds` are the materials to which the node and all its ancestors
 * apply; null when no rule restricts them.
 */
export function optionsOf(tree: readonly ProcessNode[], materials: readonly { id: number }[]): GridOption[] {
  const all = materials.map((material) => material.id);
  const options: GridOption[] = [];
  const visit = (node: ProcessNode, parentMaterialIds: number[] | null, parent?: ProcessNode) => {
    const materialIds =
      node.filterType === FilterType.all
        ? parentMaterialIds
        : (parentMaterialIds ?? all).filter((id) => appliesTo(node, id));
    if (parent) {
      options.push({
        id: node.id,
        name: node.name,
        processId: parent.id,
        processName: parent.name,
        materialIds,
      });
    }
    for (const child of node.children) visit(child, materialIds, node);
  };
  for (const root of tree) visit(root, null);
  return options;
}

/** Returns the reason why a pair cannot have a price, as a sentence; undefined if it can. */
export type PairCheck = (materialId: number, optionId: number) => string | undefined;

/** Names of deleted materials and options, by id. */
export interface DeletedNames {
  materials: ReadonlyMap<number, string>;
  options: ReadonlyMap<number, string>;
}

/** Returns the function that names a pair; undefined for a deleted material or option. */
export function namesOf(grid: PriceGrid) {
  const materialNames = new Map(grid.materials.map(({ id, name }) => [id, name]));
  const optionNames = new Map(
    grid.options.map(({ id, name, processName }) => [id, `${processName} ${name}`]),
  );
  return ({ materialId, optionId }: { materialId: number; optionId: number }) => ({
    material: materialNames.get(materialId),
    option: optionNames.get(optionId),
  });
}

/** Returns the function that checks the pairs of a grid; with `deleted`, its sentences name deleted records. */
export function pairChecker({ materials, options }: PriceGrid, deleted?: DeletedNames): PairCheck {
  const materialNames = new Map(materials.map((material) => [material.id, material.name]));
  const rules = new Map(
    options.map((option) => [option.id, { option, ids: option.materialIds && new Set(option.materialIds) }]),
  );
  return (materialId, optionId) => {
    const materialName = materialNames.get(materialId);
    if (materialName === undefined) return missingText('材料', materialId, deleted?.materials);
    const rule = rules.get(optionId);
    if (!rule) return missingText('工艺选项', optionId, deleted?.options);
    if (rule.ids === null || rule.ids.has(materialId)) return undefined;
    return `${rule.option.processName} ${rule.option.name} 不适用于材料 ${materialName}`;
  };
}

function missingText(noun: string, id: number, deleted: ReadonlyMap<number, string> | undefined): string {
  const name = deleted?.get(id);
  return name === undefined ? `${noun} ${id} 不存在` : `${noun}“${name}”已删除`;
}

/** The pairs that can have a price, material by material. */
export function allowedPairs(grid: PriceGrid): { material: GridMaterial; option: GridOption }[] {
  const problemOf = pairChecker(grid);
  return grid.materials.flatMap((material) =>
    grid.options.flatMap((option) =>
      problemOf(material.id, option.id) === undefined ? { material, option } : [],
    ),
  );
}

/** The keys of the pairs marked 需人工; a price removes the mark. */
export const manualPairs = ({ materials }: Pick<PriceGrid, 'materials'>): Set<string> =>
  new Set(materials.flatMap(({ id, manualOptions }) => manualOptions.map((option) => pairKey(id, option))));
