import type { PageTab } from '../resource-kit/resource-parts.ts';

/** The two pages of 字典: dictionaries and their entries. */
export const dictTabs: readonly PageTab[] = [
  { path: '/admin/dict', label: '字典类型', permission: 'admin:sysDictType:list' },
  { path: '/admin/dict/data', label: '字典数据', permission: 'admin:sysDictData:list' },
];
