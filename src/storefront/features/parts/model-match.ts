import type { AlikePart } from '#contract/orders/parts.ts';

/** The parts that a dropped model is like. */
export interface ModelMatch {
  fileName: string;
  parts: readonly AlikePart[];
}
