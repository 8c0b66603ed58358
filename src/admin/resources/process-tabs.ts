import type { PageTab } from '../resource-kit/resource-parts.ts';

/** The two pages of 工艺. */
export const processTabs: readonly PageTab[] = [
  { path: '/admin/user/process', label: '工艺树', permission: 'mfr:process:list' },
  { path: '/admin/user/process/default', label: '默认配置', permission: 'mfr:defaultConfig:company' },
];
