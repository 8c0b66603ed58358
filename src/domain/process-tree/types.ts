/** How a node's `materialIds` apply; numbered as on the wire. */
export const FilterType = { all: 0, disabledFor: 1, enabledFor: 2 } as const;
export type FilterType = (typeof FilterType)[keyof typeof FilterType];

export const filterTypeLabels = {
  0: '默认',
  1: '仅选中部分禁用',
  2: '仅选中部分启用',
} as const satisfies Record<FilterType, string>;

/**
 * A node of the process tree. The roots are processes, their children are options, and an option with children is in turn a
 * process. Children are in display order.
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
  /** The message for the customer. */
  readonly message: string;
}

/** A selection that does not apply to the material or the other selections, or no longer exists. */
export interface DroppedSelection {
  readonly processId: number;
  /** `工艺 <id>` when the process is not in the tree. */
  readonly processName: string;
  readonly optionId: number;
  /** Absent when the option is not in the tree. */
  readonly optionName?: string;
}
