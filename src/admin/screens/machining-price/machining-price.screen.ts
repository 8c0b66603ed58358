import { defineScreen } from '../../resource-kit/define-screen.ts';

export const machiningPrice = defineScreen({
  name: 'machining-price',
  path: '/admin/category',
  label: '材料分类与加工基价',
  permission: 'mfr:machiningPrice:query',
  load: () => import('./category-screen.tsx').then((m) => m.CategoryScreen),
});
