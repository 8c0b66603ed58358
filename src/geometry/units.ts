import type { LengthUnit } from './model-reading.ts';

export const MM_PER_INCH = 25.4;

/** Names of units in sentences. */
export const unitNames: Readonly<Record<LengthUnit, string>> = {
  nm: '纳米',
  um: '微米',
  mm: '毫米',
  cm: '厘米',
  dm: '分米',
  m: '米',
  km: '千米',
  mil: '密耳（千分之一英寸）',
  in: '英寸',
  ft: '英尺',
  yd: '码',
  mi: '英里',
  other: '非标准（已按文件里的定义换算）',
  several: '多种（已分别换算）',
};

/** Length of each unit in mm; undefined for units that the reader of the file converts itself. */
export const mmPerUnit: Readonly<Record<LengthUnit, number | undefined>> = {
  nm: 1e-6,
  um: 0.001,
  mm: 1,
  cm: 10,
  dm: 100,
  m: 1000,
  km: 1e6,
  mil: 0.0254,
  in: MM_PER_INCH,
  ft: 304.8,
  yd: 914.4,
  mi: 1_609_344,
  other: undefined,
  several: undefined,
};

const RELATIVE_TOLERANCE = 1e-6;

/** The unit that is the given number of millimetres long; otherwise `other`. */
export const unitOfLength = (mm: number): LengthUnit =>
  (Object.keys(mmPerUnit) as LengthUnit[]).find(
    (unit) => Math.abs((mmPerUnit[unit] ?? Infinity) / mm - 1) < RELATIVE_TOLERANCE,
  ) ?? 'other';
