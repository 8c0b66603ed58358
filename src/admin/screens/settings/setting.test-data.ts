import type { TypedSetting } from '#contract/system/settings.ts';

export const buildSetting = (setting: Partial<TypedSetting> = {}): TypedSetting => ({
  configKey: 'site.name',
  configName: '系统名称',
  configValue: '智造报价',
  initial: '智造报价',
  group: '站点',
  kind: 'text',
  isFrontend: '1',
  remark: '显示在页面标题与报价单上',
  version: 1,
  updatedBy: '系统管理员',
  updatedAt: '2026-11-20T02:00:00Z',
  ...setting,
});
