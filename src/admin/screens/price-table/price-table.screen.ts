import { defineScreen } from '../../resource-kit/define-screen.ts';

export const priceTable = defineScreen({
  name: 'price-table',
  path: '/admin/table',
  label: '价目总表',
  permission: 'mfr:price:list',
  load: () => import('./price-table-screen.tsx').then((m) => m.PriceTableScreen),
});
