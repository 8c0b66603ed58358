import { leadClasses, type LeadClassInput, type LeadClassRecord } from '#contract/catalogue/lead-classes.ts';
import { lazyView } from '#providers/lazy-view.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { sortAndStatusFields } from '../common-fields.ts';

export const leadClass = defineResource<LeadClassRecord, LeadClassInput>()({
  name: 'lead-class',
  path: '/admin/lead-classes',
  label: '交期档位',
  permission: 'mfr:leadClass',
  endpoints: leadClasses,
  id: 'id',
  title: 'name',
  fields: {
    id: { type: 'int', label: '编号', width: 90 },
    name: {
      type: 'text',
      width: 120,
      hint: '客户看到的名称，如 加急、经济；“标准”总是存在，交期系数为 1，不加价',
    },
    factor: {
      type: 'decimal',
      width: 110,
      hint: '整单交期 = 最长零件的交期 × 系数：0.5 为快一倍，1.5 为慢一半；零件本身的工期不变',
    },
    percent: {
      type: 'decimal',
      unit: '%',
      width: 100,
      hint: '只按零件中的加工费计算；负数为优惠。更快的档位不能比更慢的便宜',
    },
    slots: {
      type: 'int',
      unit: '单',
      width: 110,
      blank: '不限',
      hint: '当天提交的订单数；取消订单退回名额。留空为不限',
    },
    maxEdgeMm: {
      type: 'decimal',
      unit: 'mm',
      width: 110,
      blank: '不限',
      hint: '有零件的边长超过时不能选；留空为不限',
    },
    maxPieces: {
      type: 'int',
      unit: '件',
      width: 110,
      blank: '不限',
      hint: '有零件的数量超过时不能选；留空为不限',
    },
    optionIds: {
      type: 'custom',
      namesIn: 'optionNames',
      text: (ids: number[]) => `${ids.length} 个工艺选项`,
      input: lazyView(() => import('./option-choices.tsx').then((m) => m.OptionChoices)),
      initial: [],
      hint: '选了其中一项的订单不能选这个档位',
    },
    optionNames: { type: 'tags', label: '不提供的工艺选项', width: 200 },
    ...sortAndStatusFields('停用后客户不能再选；已提交的订单与已保存的报价不变'),
  },
  list: {
    columns: [
      'id',
      'name',
      'factor',
      'percent',
      'slots',
      'maxEdgeMm',
      'maxPieces',
      'optionNames',
      'sort',
      'status',
      'remark',
      'updatedAt',
    ],
    filters: ['name', 'status'],
    hidden: ['id', 'optionNames', 'sort', 'remark', 'updatedAt'],
    important: ['name', 'factor', 'percent', 'status'],
  },
  removalEffect: '删除后客户不能再选；已提交的订单与已保存的报价不变。',
  refreshes: [['charge-rules']],
  formAction: lazyView(() => import('../figure-draft.tsx').then((m) => m.LeadDraft)),
  detailExtra: lazyView(() => import('../figure-history.tsx').then((m) => m.LeadHistory)),
});
