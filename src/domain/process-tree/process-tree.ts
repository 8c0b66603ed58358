import type { ProcessKey, ProcessSelections } from '#domain/pricing/types.ts';
import {
  FilterType,
  type DroppedSelection,
  type MissingSelection,
  type ProcessChoice,
  type ProcessNode,
} from './types.ts';

/** The error when no material is chosen. */
export const materialMissingMessage = '请选择 材料!';

/** The error when no option is chosen for a process, or for the field with this label. */
export const missingMessage = (name: string): string => `请选择 ${name} !`;

/** The key of a process on the wire: `process_12`. */
export function processKey(processId: number): ProcessKey {
  return `process_${processId}`;
}

type FilteredNode = Pick<ProcessNode, 'filterType' | 'materialIds'>;

/** Whether a process or an option applies to a material. */
export function appliesTo(node: FilteredNode, materialId: number): boolean {
  if (node.filterType === FilterType.all) return true;
  const isListed = node.materialIds.includes(materialId);
  return node.filterType === FilterType.enabledFor ? isListed : !isListed;
}

/**
 * The processes to choose from for a material, in display order: each applicable process with at least one applicable option,
 * followed by the nested process of its selected option.
 */
export function processesFor(
  tree: readonly ProcessNode[],
  materialId: number,
  selections: Readonly<ProcessSelections>,
): ProcessChoice[] {
  const choices: ProcessChoice[] = [];
  for (const root of tree) {
    let process: ProcessNode | undefined = appliesTo(root, materialId) ? root : undefined;
    while (process) {
      const options = process.children.filter((option) => appliesTo(option, materialId));
      if (options.length === 0) break;
      const optionId = selections[processKey(process.id)];
      const selected: ProcessNode | undefined = options.find((option) => option.id === optionId);
      choices.push({ process, options, selected: selected?.id });
      process = selected;
    }
  }
  return choices;
}

/** The processes that still need a choice, in display order; empty when the item can be priced. */
export function missingSelections(
  tree: readonly ProcessNode[],
  materialId: number,
  item: Readonly<ProcessSelections>,
): MissingSelection[] {
  return processesFor(tree, materialId, item)
    .filter((choice) => choice.selected === undefined)
    .map(({ process: { id, name } }) => ({ processId: id, name, message: missingMessage(name) }));
}

/**
 * Splits the selections into those that apply and those that do not, because the material or an outer option was changed or the
 * option was removed. Keys other than `process_…` are ignored.
 */
export function dropInapplicable(
  tree: readonly ProcessNode[],
  materialId: number,
  selections: Readonly<ProcessSelections>,
): { applicable: ProcessSelections; dropped: DroppedSelection[] } {
  const applicable: ProcessSelections = {};
  for (const { process, selected } of processesFor(tree, materialId, selections)) {
    if (selected !== undefined) applicable[processKey(process.id)] = selected;
  }
  const inapplicable = Object.keys(selections)
    .filter(isProcessKey)
    .filter((key) => !Object.hasOwn(applicable, key) && selections[key] !== undefined);
  if (inapplicable.length === 0) return { applicable, dropped: [] };
  const names = namesById(tree);
  const dropped = inapplicable.map((key): DroppedSelection => {
    const processId = processIdOf(key);
    const optionId = selections[key] ?? Number.NaN;
    return {
      processId,
      processName: names.get(processId) ?? `工艺 ${processId}`,
      optionId,
      optionName: names.get(optionId),
    };
  });
  return { applicable, dropped };
}

const PREFIX = 'process_';

export function isProcessKey(key: string): key is ProcessKey {
  return key.startsWith(PREFIX);
}

/** The id of the process with this key. */
export const processIdOf = (key: ProcessKey): number => Number(key.slice(PREFIX.length));

function namesById(tree: readonly ProcessNode[]): Map<number, string> {
  const names = new Map<number, string>();
  const pending = [...tree];
  for (let node = pending.pop(); node; node = pending.pop()) {
    names.set(node.id, node.name);
    pending.push(...node.children);
  }
  return names;
}
