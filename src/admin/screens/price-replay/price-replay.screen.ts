import { defineScreen } from '../../resource-kit/define-screen.ts';

export const priceReplay = defineScreen({
  name: 'price-replay',
  path: '/admin/price-replay',
  label: '调价试算',
  permission: 'mfr:replay:run',
  load: () => import('./price-replay-screen.tsx').then((m) => m.PriceReplayScreen),
});
