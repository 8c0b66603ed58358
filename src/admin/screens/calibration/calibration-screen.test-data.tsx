import type { CalibrationReport } from '#contract/catalogue/calibration.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin } from '../../app/open-admin.test-data.tsx';

const group = {
  kind: 'machining' as const,
  materialTag: 'sample_1',
  optionId: null,
  name: '',
  size: null,
  lines: 12,
  estimate: 1000,
  actual: 1200,
  amount: { estimate: 10, actual: 12 },
  deviation: { percent: 20, low: 15, high: 25 },
};
const deviation = { percent: 20, low: 15, high: 25 };
const figures = {
  lines: 12,
  deviation,
  average: 85,
  now: 85,
  proposed: 102,
  time: 0,
  measuredCost: 48,
  bookCost: 40,
};
export const report: CalibrationReport = {
  lines: 40,
  entered: 24,
  incomparable: 2,
  groups: [group, { ...group, size: '50–100 mm', lines: 3, deviation: null }],
  proposals: [
    {
      kind: 'machining',
      materialTag: 'sample_1',
      materialId: 0,
      optionId: 0,
      material: '',
      option: '',
      ...figures,
    },
    {
      kind: 'cell',
      materialTag: '',
      materialId: 3,
      optionId: 7,
      material: 'AL6061',
      option: '表面处理 阳极氧化',
      ...figures,
      now: 9,
      average: 9,
      proposed: 10.8,
      time: 1,
      measuredCost: 3.6,
      bookCost: 3.6,
    },
  ],
  costs: [],
  isCut: false,
};
export const open = (found: CalibrationReport, more: object = {}) =>
  openAdmin('/admin/calibration', { answers: { 'GET /calibration': ok(found), ...more } });
