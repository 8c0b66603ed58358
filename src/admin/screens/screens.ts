import { COST_PERMISSION } from '#contract/catalogue/costs.ts';
import { OFFER_PERMISSION } from '#domain/orders/moves.ts';
import { lazyView } from '#providers/lazy-view.ts';
import type { Screen } from '../resource-kit/screen.ts';

/** The pages that are not declared as resources. */
export const screens: readonly Screen[] = [
  {
    name: 'business-dashboard',
    path: '/admin/dash',
    label: '经营看板',
    permission: 'mfr:dashboard:business',
    Content: lazyView(() => import('./dashboard/business-screen.tsx').then((m) => m.BusinessScreen)),
  },
  {
    name: 'delivery-dashboard',
    path: '/admin/dash2',
    label: '交付看板',
    permission: 'mfr:dashboard:delivery',
    Content: lazyView(() => import('./dashboard/delivery-screen.tsx').then((m) => m.DeliveryScreen)),
  },
  {
    name: 'settings',
    path: '/admin/sys-config/set',
    label: '参数设置',
    permission: 'admin:sysConfigSet:list',
    Content: lazyView(() => import('./settings/settings-screen.tsx').then((m) => m.SettingsScreen)),
  },
  {
    name: 'server-monitor',
    path: '/admin/sys-tools/monitor',
    label: '服务监控',
    permission: 'sysTools:serverMonitor:list',
    Content: lazyView(() => import('./monitor/monitor-screen.tsx').then((m) => m.MonitorScreen)),
  },
  {
    name: 'quote-desk',
    path: '/admin/user/quote-desk',
    label: '报价台',
    permission: OFFER_PERMISSION,
    Content: lazyView(() => import('./quote-desk/quote-desk-screen.tsx').then((m) => m.QuoteDeskScreen)),
  },
  {
    name: 'price-table',
    path: '/admin/table',
    label: '价目总表',
    permission: 'mfr:price:list',
    Content: lazyView(() => import('./price-table/price-table-screen.tsx').then((m) => m.PriceTableScreen)),
  },
  {
    name: 'cost',
    path: '/admin/costs',
    label: '成本',
    permission: COST_PERMISSION,
    Content: lazyView(() => import('./costs/costs-screen.tsx').then((m) => m.CostsScreen)),
  },
  {
    name: 'calibration',
    path: '/admin/calibration',
    label: '估算与实际',
    permission: COST_PERMISSION,
    Content: lazyView(() => import('./calibration/calibration-screen.tsx').then((m) => m.CalibrationScreen)),
  },
  {
    name: 'price-replay',
    path: '/admin/price-replay',
    label: '调价试算',
    permission: 'mfr:replay:run',
    Content: lazyView(() =>
      import('./price-replay/price-replay-screen.tsx').then((m) => m.PriceReplayScreen),
    ),
  },
  {
    name: 'default-config',
    path: '/admin/user/process/default',
    label: '默认配置',
    permission: 'mfr:defaultConfig:company',
    Content: lazyView(() => import('./default-config/default-screen.tsx').then((m) => m.DefaultScreen)),
  },
  {
    name: 'machining-price',
    path: '/admin/category',
    label: '材料分类与加工基价',
    permission: 'mfr:machiningPrice:query',
    Content: lazyView(() => import('./machining-price/category-screen.tsx').then((m) => m.CategoryScreen)),
  },
];
