import type { LengthUnit } from './model-reading.ts';

export const mmPerUnit: Readonly<Record<LengthUnit, number>> = {
  um: 0.001,
  mm: 1,
  cm: 10,
  m: 1000,
  in: 25.4,
  ft: 304.8,
};
