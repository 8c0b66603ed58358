import type { ProcessPrice } from '#domain/pricing/types.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';

/** Shared by both forms of a process field: radio buttons or a select. */
export interface OptionFieldProps {
  partKey: string;
  process: ProcessNode;
  label: string;
  options: readonly ProcessNode[];
  selected?: number;
  priceOf: (optionId: number) => ProcessPrice | undefined;
  /** A hint about the selected option. */
  hint?: string;
  error?: string;
  onPick: (optionId: number) => void;
}
