import type { PageTab } from '../resource-kit/resource-parts.ts';

/** The two pages of 参数设置: typed settings and the table of all parameters. */
export const settingsTabs: readonly PageTab[] = [
  { path: '/admin/sys-config/set', label: '参数设置', permission: 'admin:sysConfigSet:list' },
  { path: '/admin/sys-config/set/raw', label: '参数列表', permission: 'admin:sysConfig:list' },
];
