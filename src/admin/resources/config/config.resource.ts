import { configs, type Config, type ConfigInput } from '#contract/system/settings.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { recordTimes } from '../common-fields.ts';
import type { Row } from '../../field-types/field.ts';
import { settingsTabs } from '../page-tabs.ts';

const isBuiltIn = ({ configType }: Row) => configType === 'Y';

export const config = defineResource<Config, ConfigInput>()({
  name: 'config',
  path: '/admin/sys-config/set/raw',
  label: '参数',
  permission: 'admin:sysConfig',
  endpoints: configs,
  id: 'id',
  title: 'configName',
  fields: {
    id: { type: 'int', label: '编号', width: 90 },
    configName: { type: 'text' },
    configKey: { type: 'text', hint: '字母开头，可含字母、数字和 . _ -' },
    configValue: { type: 'longText' },
    configType: {
      type: 'enum',
      label: '是否内置',
      numeric: false,
      options: { Y: { label: '内置', color: 'blue' }, N: { label: '自定义' } },
    },
    isFrontend: {
      type: 'enum',
      numeric: false,
      options: { 0: { label: '不公开' }, 1: { label: '公开', color: 'orange' } },
      initial: '0',
      hint: '公开的参数无须登录即可读取',
    },
    remark: { type: 'longText' },
    ...recordTimes,
  },
  list: {
    filters: ['configName', 'configKey', 'configType', 'isFrontend'],
    hidden: ['id', 'createdAt'],
  },
  cloning: { renamed: ['configName'], cleared: ['configKey'] },
  removalEffect: '删除后，读取这些参数的地方将得不到值；内置参数不能删除。',
  // The program reads a built-in parameter by its key.
  locks: { delete: isBuiltIn, copy: isBuiltIn },
  tabs: settingsTabs,
  // The settings page saves several parameters at once, by key.
  keyedChanges: { by: 'configKey', field: 'configValue' },
});
