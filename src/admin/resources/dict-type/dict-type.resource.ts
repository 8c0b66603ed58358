import {
  dictTypeImport,
  dictTypes,
  type DictType,
  type DictTypeInput,
} from '#contract/system/dictionaries.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { dictTabs } from '../page-tabs.ts';
import { onOff, recordTimes } from '../common-fields.ts';

export const dictType = defineResource<DictType, DictTypeInput>()({
  name: 'dict-type',
  path: '/admin/dict',
  label: '字典类型',
  permission: 'admin:sysDictType',
  endpoints: dictTypes,
  imports: { spec: dictTypeImport, endpoints: dictTypes },
  id: 'id',
  title: 'dictName',
  fields: {
    id: { type: 'int', label: '编号', width: 90 },
    dictName: { type: 'text' },
    dictType: { type: 'text', hint: '字母、数字和下划线，以字母开头，如 material_tag' },
    status: onOff,
    remark: { type: 'longText' },
    ...recordTimes,
  },
  list: {
    filters: ['dictName', 'dictType', 'status'],
    hidden: ['updatedAt'],
  },
  cloning: { renamed: ['dictName'], cleared: ['dictType'] },
  removalEffect: '删除后，引用该类型的下拉选项将不再显示；仍有字典数据的类型不能删除。',
  tabs: dictTabs,
  links: [
    {
      label: '字典数据',
      permission: 'admin:sysDictData:list',
      to: ({ dictType: type }) => `/admin/dict/data?dictType=${encodeURIComponent(String(type))}`,
    },
  ],
  refreshes: [['dict-options']],
});
