import { COST_PERMISSION } from '#contract/catalogue/costs.ts';
import { defineScreen } from '../../resource-kit/define-screen.ts';

export const cost = defineScreen({
  name: 'cost',
  path: '/admin/costs',
  label: '成本',
  permission: COST_PERMISSION,
  load: () => import('./costs-screen.tsx').then((m) => m.CostsScreen),
});
