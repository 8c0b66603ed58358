import { COST_PERMISSION } from '#contract/catalogue/costs.ts';
import { defineScreen } from '../../resource-kit/define-screen.ts';

export const calibration = defineScreen({
  name: 'calibration',
  path: '/admin/calibration',
  label: '估算与实际',
  permission: COST_PERMISSION,
  load: () => import('./calibration-screen.tsx').then((m) => m.CalibrationScreen),
});
