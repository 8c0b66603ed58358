import type { PageTab } from '../resource-kit/resource-parts.ts';

export const dictTabs: readonly PageTab[] = [
  { path: '/admin/dict', label: '字典类型', permission: 'admin:sysDictType:list' },
  { path: '/admin/dict/data', label: '字典数据', permission: 'admin:sysDictData:list' },
];

export const processTabs: readonly PageTab[] = [
  { path: '/admin/user/process', label: '工艺树', permission: 'mfr:process:list' },
  { path: '/admin/user/process/default', label: '默认配置', permission: 'mfr:defaultConfig:company' },
];

export const settingsTabs: readonly PageTab[] = [
  { path: '/admin/sys-config/set', label: '参数设置', permission: 'admin:sysConfigSet:list' },
  { path: '/admin/sys-config/set/raw', label: '参数列表', permission: 'admin:sysConfig:list' },
];
