import type { ProcessPrice } from '#domain/pricing/types.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';

/** Shared by both forms of a process field: radio buttons or a select. */
export interface OptionFieldProps {
  /** Attributes of the field, which tie it to its error. */
  control: {
    id: string;
    'aria-required': true;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
  };
  label: string;
  options: readonly ProcessNode[];
  selected?: number;
  priceOf: (optionId: number) => ProcessPrice | undefined;
  onPick: (optionId: number) => void;
}
