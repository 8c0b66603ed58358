import type { ProcessSelections } from '#domain/pricing/types.ts';
import { needsNoWork } from './chosen-processes.ts';
import { processesFor, processKey } from './process-tree.ts';
import type { ProcessChoice, ProcessNode } from './types.ts';

/**
 * Completes selections where the customer has nothing to decide: processes with a single applicable option, or with an option
 * that means no work, such as 无. Processes in `undecided` (by key) are completed only with a single option, never with 无.
 * Returns the same object when nothing was added.
 */
export function withObviousSelections(
  tree: readonly ProcessNode[],
  materialId: number,
  selections: Readonly<ProcessSelections>,
  undecided: readonly string[] = [],
): Readonly<ProcessSelections> {
  let completed = selections;
  // A selected option may open another process.
  for (;;) {
    const additions: ProcessSelections = {};
    for (const choice of processesFor(tree, materialId, completed)) {
      const key = processKey(choice.process.id);
      const option = choice.selected === undefined && obviousOption(choice, !undecided.includes(key));
      if (option) additions[key] = option.id;
    }
    if (Object.keys(additions).length === 0) return completed;
    completed = { ...completed, ...additions };
  }
}

function obviousOption({ process, options }: ProcessChoice, allowsNone: boolean): ProcessNode | undefined {
  if (options.length === 1) return options[0];
  if (!allowsNone) return undefined;
  return options.find((option) => needsNoWork({ processName: process.name, optionName: option.name }));
}
