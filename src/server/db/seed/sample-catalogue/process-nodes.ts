/**
 * A node of the sample process tree. Roots are processes, their children the options to choose from; a selected
 * option with children is a process itself (阳极氧化 asks for its colour).
 */
export interface SampleProcess {
  /** Path of the node, unique in the whole tree: `surface.anodise.black`. */
  key: string;
  name: string;
  /** 0 every material, 1 every material but those listed, 2 only those listed. */
  filterType: 0 | 1 | 2;
  /** Keys of sample materials. */
  materials: string[];
  remark?: string;
  children: SampleProcess[];
}

type Rule = Pick<SampleProcess, 'filterType' | 'materials'>;

/** A node in short form: the key without its path, and a rule only where it differs from the parent's. */
export interface ProcessDraft {
  key: string;
  name: string;
  rule?: Rule;
  remark?: string;
  children?: ProcessDraft[];
}

const everyMaterial: Rule = { filterType: 0, materials: [] };

export const except = (materials: string[]): Rule => ({ filterType: 1, materials });

export const only = (materials: string[]): Rule => ({ filterType: 2, materials });

/**
 * Completes drafts to nodes. A child without a rule repeats its parent's, so that a single node (in the price grid)
 * allows the same materials as one reached from its root.
 */
export function buildProcesses(drafts: ProcessDraft[], parent?: SampleProcess): SampleProcess[] {
  return drafts.map((draft) => {
    const { filterType, materials } = draft.rule ?? parent ?? everyMaterial;
    const key = parent ? `${parent.key}.${draft.key}` : draft.key;
    const node: SampleProcess = {
      key,
      name: draft.name,
      filterType,
      materials: [...materials],
      children: [],
    };
    if (draft.remark) node.remark = draft.remark;
    node.children = buildProcesses(draft.children ?? [], node);
    return node;
  });
}

/** Whether the node's own rule allows the material. */
export function allowsMaterial(node: SampleProcess, materialKey: string): boolean {
  if (node.filterType === 0) return true;
  return node.materials.includes(materialKey) === (node.filterType === 2);
}
