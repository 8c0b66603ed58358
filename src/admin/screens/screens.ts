import { COST_PERMISSION } from '#contract/catalogue/costs.ts';
import { OFFER_PERMISSION } from '#domain/orders/moves.ts';
import { defineScreen, type Screen } from '../resource-kit/define-screen.ts';

/** Every page that is not a table of records. */
export const screens: readonly Screen[] = [
  defineScreen({
    name: 'business-dashboard',
    path: '/admin/dash',
    label: '经营看板',
    permission: 'mfr:dashboard:business',
    load: () => import('./dashboard/business-screen.tsx').then((m) => m.BusinessScreen),
  }),
  defineScreen({
    name: 'delivery-dashboard',
    path: '/admin/dash2',
    label: '交付看板',
    permission: 'mfr:dashboard:delivery',
    load: () => import('./dashboard/delivery-screen.tsx').then((m) => m.DeliveryScreen),
  }),
  defineScreen({
    name: 'settings',
    path: '/admin/sys-config/set',
    label: '参数设置',
    permission: 'admin:sysConfigSet:list',
    load: () => import('./settings/settings-screen.tsx').then((m) => m.SettingsScreen),
  }),
  defineScreen({
    name: 'server-monitor',
    path: '/admin/sys-tools/monitor',
    label: '服务监控',
    permission: 'sysTools:serverMonitor:list',
    load: () => import('./monitor/monitor-screen.tsx').then((m) => m.MonitorScreen),
  }),
  defineScreen({
    name: 'quote-desk',
    path: '/admin/user/quote-desk',
    label: '报价台',
    permission: OFFER_PERMISSION,
    load: () => import('./quote-desk/quote-desk-screen.tsx').then((m) => m.QuoteDeskScreen),
  }),
  defineScreen({
    name: 'price-table',
    path: '/admin/table',
    label: '价目总表',
    permission: 'mfr:price:list',
    load: () => import('./price-table/price-table-screen.tsx').then((m) => m.PriceTableScreen),
  }),
  defineScreen({
    name: 'cost',
    path: '/admin/costs',
    label: '成本',
    permission: COST_PERMISSION,
    load: () => import('./costs/costs-screen.tsx').then((m) => m.CostsScreen),
  }),
  defineScreen({
    name: 'calibration',
    path: '/admin/calibration',
    label: '估算与实际',
    permission: COST_PERMISSION,
    load: () => import('./calibration/calibration-screen.tsx').then((m) => m.CalibrationScreen),
  }),
  defineScreen({
    name: 'price-replay',
    path: '/admin/price-replay',
    label: '调价试算',
    permission: 'mfr:replay:run',
    load: () => import('./price-replay/price-replay-screen.tsx').then((m) => m.PriceReplayScreen),
  }),
  defineScreen({
    name: 'default-config',
    path: '/admin/user/process/default',
    label: '默认配置',
    permission: 'mfr:defaultConfig:company',
    load: () => import('./default-config/default-screen.tsx').then((m) => m.DefaultScreen),
  }),
  defineScreen({
    name: 'machining-price',
    path: '/admin/category',
    label: '材料分类与加工基价',
    permission: 'mfr:machiningPrice:query',
    load: () => import('./machining-price/category-screen.tsx').then((m) => m.CategoryScreen),
  }),
];
