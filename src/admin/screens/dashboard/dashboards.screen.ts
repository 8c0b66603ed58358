import { defineScreen } from '../../resource-kit/define-screen.ts';

export const businessDashboard = defineScreen({
  name: 'business-dashboard',
  path: '/admin/dash',
  label: '经营看板',
  permission: 'mfr:dashboard:business',
  load: () => import('./business-screen.tsx').then((m) => m.BusinessScreen),
});

export const deliveryDashboard = defineScreen({
  name: 'delivery-dashboard',
  path: '/admin/dash2',
  label: '交付看板',
  permission: 'mfr:dashboard:delivery',
  load: () => import('./delivery-screen.tsx').then((m) => m.DeliveryScreen),
});
