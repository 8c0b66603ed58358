import type { ComponentType } from 'react';
import type { PermissionCode } from '#contract/permissions.ts';

/** A screen that is written by hand: where it stands, who may open it, and how it is loaded. */
export interface Screen {
  path: `/admin/${string}`;
  permission: PermissionCode;
  /** The screen also stands at `${path}/:id`, where it shows one of its records. */
  takesId?: true;
  /** Loaded when it is first opened. */
  load: () => Promise<ComponentType>;
}

/** Every screen of the back office that no descriptor generates. */
export const screens: readonly Screen[] = [
  {
    path: '/admin/dash',
    permission: 'mfr:dashboard:business',
    load: () => import('../resources/dashboard/business-screen.tsx').then((m) => m.BusinessScreen),
  },
  {
    path: '/admin/dash2',
    permission: 'mfr:dashboard:delivery',
    load: () => import('../resources/dashboard/delivery-screen.tsx').then((m) => m.DeliveryScreen),
  },
  {
    path: '/admin/user/order',
    permission: 'mfr:order:list',
    takesId: true,
    load: () => import('../resources/order/orders-screen.tsx').then((m) => m.OrdersScreen),
  },
  {
    path: '/admin/sys-config/set',
    permission: 'admin:sysConfigSet:list',
    load: () => import('../resources/settings/settings-screen.tsx').then((m) => m.SettingsScreen),
  },
  {
    path: '/admin/sys-tools/monitor',
    permission: 'sysTools:serverMonitor:list',
    load: () => import('../resources/monitor/monitor-screen.tsx').then((m) => m.MonitorScreen),
  },
  {
    path: '/admin/table',
    permission: 'mfr:price:list',
    load: () => import('../resources/price-table/price-table-screen.tsx').then((m) => m.PriceTableScreen),
  },
  {
    path: '/admin/user/process/default',
    permission: 'mfr:defaultConfig:company',
    load: () => import('../resources/default-config/default-screen.tsx').then((m) => m.DefaultScreen),
  },
  {
    path: '/admin/category',
    permission: 'mfr:machiningPrice:query',
    load: () => import('../resources/machining-price/category-screen.tsx').then((m) => m.CategoryScreen),
  },
];
