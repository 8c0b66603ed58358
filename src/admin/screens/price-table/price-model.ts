import { pairKey } from '#contract/prices/cell-changes.ts';
import type { CellChange, CellValue, PriceTable } from '#contract/prices/price-table.ts';
import type { RowAndColumnIds } from './grid/selection.ts';

export type Material = PriceTable['materials'][number];
export type Option = PriceTable['options'][number];

/** By `pairKey`; absent or null if the pair has no price. */
export type Cells = ReadonlyMap<string, CellValue>;

export interface PriceModel {
  materials: readonly Material[];
  options: readonly Option[];
  /** Whether the pair may have a price. */
  isAllowed: (materialId: number, optionId: number) => boolean;
  /** Whether staff price the pair manually, so that it needs no price. */
  isManual: (materialId: number, optionId: number) => boolean;
  cells: Cells;
}

export function modelOf({ materials, options, cells }: PriceTable): PriceModel {
  const materialIdsByOption = new Map(
    options.map((option) => [option.id, option.materialIds && new Set(option.materialIds)]),
  );
  const manual = new Set(
    materials.flatMap(({ id, manualOptions }) => manualOptions.map((optionId) => pairKey(id, optionId))),
  );
  return {
    materials,
    options,
    isManual: (materialId, optionId) => manual.has(pairKey(materialId, optionId)),
    // An option without a list of materials suits every material.
    isAllowed: (materialId, optionId) =>
      materialIdsByOption.get(optionId)?.has(materialId) ?? materialIdsByOption.has(optionId),
    cells: new Map(
      cells.map(([materialId, optionId, price, time]) => [pairKey(materialId, optionId), { price, time }]),
    ),
  };
}

export function changesOf(cells: Cells, edits: Cells): CellChange[] {
  return [...edits].map(([key, after]) => ({ ...idsOf(key), before: cells.get(key) ?? null, after }));
}

export function idsOf(key: string): { materialId: number; optionId: number } {
  const [materialId, optionId] = key.split('/').map(Number);
  return { materialId: materialId ?? 0, optionId: optionId ?? 0 };
}

/** The names for a key; uses the id for an unknown material or option. */
export function namesOf(
  { materials, options }: Pick<PriceModel, 'materials' | 'options'>,
  key: string,
): { group: string; name: string } {
  const { materialId, optionId } = idsOf(key);
  const option = options.find(({ id }) => id === optionId);
  return {
    group: materials.find(({ id }) => id === materialId)?.name ?? String(materialId),
    name: option ? `${option.processName} ${option.name}` : String(optionId),
  };
}

/** `6061 · 阳极氧化 黑色`. */
export function fullNameOf(model: Pick<PriceModel, 'materials' | 'options'>, key: string): string {
  const { group, name } = namesOf(model, key);
  return `${group} · ${name}`;
}

export interface PriceFilter {
  tag: string | undefined;
  processId: number | undefined;
  /** Part of the name of a material, option or process. */
  text: string;
}

/** Text that matches only rows, or only columns, does not filter the others. */
export function filterPrices(
  { materials, options }: PriceModel,
  { tag, processId, text }: PriceFilter,
): { materials: Material[]; options: Option[] } {
  const rows = materials.filter((material) => tag === undefined || material.materialTag === tag);
  const columns = options.filter((option) => processId === undefined || option.processId === processId);
  const needle = text.trim().toLowerCase();
  if (needle === '') return { materials: rows, options: columns };
  const containsNeedle = (name: string) => name.toLowerCase().includes(needle);
  const matching = {
    materials: rows.filter(({ name }) => containsNeedle(name)),
    options: columns.filter(({ name, processName }) => containsNeedle(name) || containsNeedle(processName)),
  };
  if (matching.materials.length === 0 && matching.options.length === 0) return matching;
  return {
    materials: matching.materials.length > 0 ? matching.materials : rows,
    options: matching.options.length > 0 ? matching.options : columns,
  };
}

export const rowAndColumnIdsOf = ({
  materials,
  options,
}: Pick<PriceModel, 'materials' | 'options'>): RowAndColumnIds => ({
  rows: materials.map(({ id }) => id),
  columns: options.map(({ id }) => id),
});
