import { dictOptions } from '#contract/system/dict-options.ts';
import {
  dictDataImport,
  dictEntries,
  type DictData,
  type DictDataInput,
} from '#contract/system/dictionaries.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { dictTabs } from '../page-tabs.ts';
import { onOff, recordTimes } from '../common-fields.ts';

export const dictData = defineResource<DictData, DictDataInput>()({
  name: 'dict-data',
  path: '/admin/dict/data',
  label: '字典数据',
  permission: 'admin:sysDictData',
  endpoints: dictEntries,
  imports: { spec: dictDataImport, endpoints: dictEntries },
  id: 'dictCode',
  title: 'dictLabel',
  fields: {
    dictCode: { type: 'int', label: '编号', width: 90 },
    dictType: {
      type: 'key',
      source: dictOptions.types,
      sourceId: 'dictType',
      sourceLabel: 'dictName',
      fromFilter: true,
    },
    dictLabel: { type: 'text', hint: '显示的名称' },
    dictValue: { type: 'text', hint: '保存的值' },
    dictSort: { type: 'int', initial: 0, hint: '小的排在前面' },
    listClass: {
      type: 'enum',
      numeric: false,
      options: {
        '': { label: '无' },
        default: { label: '灰', color: 'default' },
        green: { label: '绿', color: 'green' },
        lime: { label: '青柠', color: 'lime' },
        cyan: { label: '青', color: 'cyan' },
        blue: { label: '蓝', color: 'blue' },
        geekblue: { label: '靛蓝', color: 'geekblue' },
        purple: { label: '紫', color: 'purple' },
        magenta: { label: '洋红', color: 'magenta' },
        red: { label: '红', color: 'red' },
        volcano: { label: '火红', color: 'volcano' },
        orange: { label: '橙', color: 'orange' },
        gold: { label: '金', color: 'gold' },
      },
      initial: '',
    },
    status: onOff,
    remark: { type: 'longText' },
    ...recordTimes,
  },
  list: {
    filters: ['dictType', 'dictLabel', 'dictValue', 'status'],
    hidden: ['dictCode', 'createdAt', 'updatedAt'],
  },
  cloning: { renamed: ['dictLabel'], cleared: ['dictValue'] },
  removalEffect: '删除后，下拉选项中不再出现这些值；已保存的记录显示键值本身。',
  tabs: dictTabs,
  refreshes: [['dict-options']],
});
