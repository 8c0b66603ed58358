/** How a node's `materialIds` are read; numbered as on the wire. */
export const FilterType = { all: 0, disabledFor: 1, enabledFor: 2 } as const;
export type FilterType = (typeof FilterType)[keyof typeof FilterType];

export const filterTypeLabels = {
  0: '默认',
  1: '仅选中部分禁用',
  2: '仅选中部分启用',
} as const satisfies Record<FilterType, string>;

/**
 * A node of the process tree. The roots are processes, their children are the options to choose from, and an option with children is
 * in turn a process. Children stand in display order.
 */
export interface ProcessNode {
  readonly id: number;
  readonly name: string;
  readonly filterType: FilterType;
  readonly materialIds: readonly number[];
  readonly children: readonly ProcessNode[];
}

/** A process to choose from for one material. */
export interface ProcessChoice {
  readonly process: ProcessNode;
  /** The applicable options, never empty. */
  readonly options: readonly ProcessNode[];
  /** Id of the selected option, when it is one of `options`. */
  readonly selected?: number;
}

export interface MissingSelection {
  readonly processId: number;
  readonly name: string;
  /** What to tell the customer. */
  readonly message: string;
}

/** A selection that does not apply: to the material, to the other selections, or at all. */
export interface DroppedSelection {
  readonly processId: number;
  /** `工艺 <id>` when the tree does not know the process. */
  readonly processName: string;
  readonly optionId: number;
  /** Absent when the tree does not know the option. */
  readonly optionName?: string;
}
