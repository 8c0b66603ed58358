import type { LengthUnit } from './model-reading.ts';

/** Names of units in sentences. */
export const unitNames: Readonly<Record<LengthUnit, string>> = {
  um: '微米',
  mm: '毫米',
  cm: '厘米',
  m: '米',
  in: '英寸',
  ft: '英尺',
};

export const mmPerUnit: Readonly<Record<LengthUnit, number>> = {
  um: 0.001,
  mm: 1,
  cm: 10,
  m: 1000,
  in: 25.4,
  ft: 304.8,
};
