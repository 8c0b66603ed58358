import { QUICK_REPLY_DICT } from '#contract/orders/order-messages.ts';
import { REFUSAL_DICT } from '#contract/orders/order-moves.ts';
import {
  ORDER_STATUSES,
  orderStatusColours,
  orderStatusLabels,
  STATUS_DICT,
} from '#domain/orders/order-status.ts';
import { sampleCatalogue } from './sample-catalogue/sample-catalogue.ts';

export interface SeedDictionary {
  dictType: string;
  dictName: string;
  remark: string;
  entries: { label: string; value: string; listClass?: string }[];
}

/** The dictionaries that the code reads. */
export const seedDictionaries: SeedDictionary[] = [
  {
    dictType: 'sys_normal_disable',
    dictName: '系统开关',
    remark: '岗位、部门、字典等的状态',
    entries: [
      { label: '正常', value: '2', listClass: 'green' },
      { label: '停用', value: '1', listClass: 'default' },
    ],
  },
  {
    dictType: 'sys_user_sex',
    dictName: '用户性别',
    remark: '',
    entries: [
      { label: '男', value: '0' },
      { label: '女', value: '1' },
      { label: '未知', value: '2' },
    ],
  },
  // For other clients of this API; our pages have these labels built in.
  {
    dictType: 'sys_show_hide',
    dictName: '菜单状态',
    remark: '',
    entries: [
      { label: '显示', value: '0' },
      { label: '隐藏', value: '1' },
    ],
  },
  {
    dictType: 'material_tag',
    dictName: '材料分类',
    remark: '加工基价按材料分类设定',
    entries: sampleCatalogue.tags.map(({ label, value }) => ({ label, value })),
  },
  {
    dictType: REFUSAL_DICT,
    dictName: '不接受报价的原因',
    remark: '客户不接受报价时选择，看板按它统计；取值用过后不宜再改',
    entries: [
      { label: '价格超出预期', value: 'price' },
      { label: '交期太长', value: 'lead_time' },
      { label: '选择了其他供应商', value: 'other_supplier' },
      { label: '工艺或检验达不到要求', value: 'capability' },
      { label: '项目取消或推迟', value: 'project' },
      { label: '其他', value: 'other' },
    ],
  },
  {
    dictType: QUICK_REPLY_DICT,
    dictName: '快捷回复',
    remark: '员工在订单沟通中一键填入的句子，取值只用于区分',
    entries: [
      { label: '您好，图纸已收到，我们正在核对，有问题会在这里问您。', value: 'received' },
      { label: '请补充这个零件的二维图纸，并标明螺纹与公差。', value: 'drawing' },
      { label: '请确认材料牌号和表面处理是否与图纸一致。', value: 'material' },
      { label: '请确认图中未注公差是否按 GB/T 1804-m 执行。', value: 'tolerance' },
      { label: '已按您的答复处理，生产继续进行，谢谢。', value: 'done' },
    ],
  },
  {
    dictType: STATUS_DICT,
    dictName: '订单状态',
    remark: '名称与颜色可改，取值不可改',
    entries: ORDER_STATUSES.map((value) => ({
      label: orderStatusLabels[value],
      value,
      listClass: orderStatusColours[value],
    })),
  },
];
