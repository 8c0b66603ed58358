import type { ProcessPrice } from '#domain/pricing/types.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';

/** What both forms of a process field take: options side by side, or a list that opens. */
export interface OptionFieldProps {
  partKey: string;
  process: ProcessNode;
  options: readonly ProcessNode[];
  selected?: number;
  priceOf: (optionId: number) => ProcessPrice | undefined;
  /** What to know of the selected option. */
  hint?: string;
  error?: string;
  onPick: (optionId: number) => void;
}
