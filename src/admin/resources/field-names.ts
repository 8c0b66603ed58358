import { settingNames } from '#contract/system/setting-names.ts';
import type { Field, LoggedField, Row } from '../field-types/field.ts';
import { nameProperty } from '../field-types/name-property.ts';
import { loggedResources } from './logged-resources.ts';
import { order } from './order/order.resource.ts';
import { user } from './user/user.resource.ts';

/** Logged properties that no screen declares, such as ids and facts about the operation. */
const commonFields: Readonly<Record<string, LoggedField>> = {
  id: { label: '编号' },
  step: { label: '步骤' },
  ids: { label: '编号' },
  orderId: { label: '订单的编号' },
  deptId: { label: '公司' },
  dept: { label: '部门', textIn: 'deptName' },
  deptIds: { label: '可见部门' },
  deptPath: { label: '层级' },
  paths: { label: '层级' },
  children: { label: '下级' },
  processConfig: { label: '工艺价格' },
  leadFactor: { label: '交期档位的系数' },
  usernames: { label: '用户名' },
  owner: { label: '负责人' },
  customer: { label: '客户' },
  name: { label: '名称' },
  code: { label: '图号' },
  saved: { label: '修改的价格数' },
  kept: { label: '保持不变的价格数' },
  added: { label: '加入的价格数' },
  dropped: { label: '移除的价格数' },
  merged: { label: '并入的草稿' },
  publishAt: { label: '发布时间' },
  beginDate: { label: '开始日期' },
  endDate: { label: '结束日期' },
  status: { label: '状态' },
  username: { label: '客户账号' },
  materialTag: { label: '材料分类' },
  leadClassId: { label: '交期档位的编号' },
  priceFrom: { label: '合计至少' },
  priceTo: { label: '合计至多' },
  processId: { label: '工艺或选项的编号' },
  machiningPrices: { label: '其中加工基价数' },
  chargeRules: { label: '其中附加费规则数' },
  materialFigures: { label: '其中材料数' },
  leadClasses: { label: '其中交期档位数' },
  costs: { label: '修改的成本数' },
  copyOf: { label: '复制自' },
  orderNo: { label: '订单编号' },
  share: { label: '分享链接的编号' },
  sharedBy: { label: '链接生成人' },
  reason: { label: '原因' },
  percent: { label: '折扣（%）' },
  limitPercent: { label: '折扣上限（%）' },
  approval: { label: '审批编号' },
  refused: { label: '没有变更的' },
  manualOptions: { label: '需人工的选项' },
  size: { label: '大小' },
  type: { label: '类型' },
  format: { label: '格式' },
  revision: { label: '报价版本' },
  expiresAt: { label: '有效期至' },
  lineNo: { label: '零件序号' },
  fileIds: { label: '附件编号' },
  text: { label: '留言' },
  kind: { label: '消息类型' },
  audience: { label: '可见范围' },
  hash: { label: '图片' },
  seal: { label: '签名印章' },
  avatar: { label: '头像' },
  created: { label: '新增条数' },
  changed: { label: '修改条数' },
  changes: { label: '待导入的修改数' },
  errors: { label: '错误数' },
  rows: { label: '导入的记录' },
  days: { label: '天数' },
  num: { label: '数量' },
  length: { label: '长度' },
  width: { label: '宽度' },
  height: { label: '高度' },
  material: { label: '材料' },
  cncPrice: { label: '加工基价' },
};

/** The log lists settings by key. */
const settingFields = Object.fromEntries(
  Object.entries(settingNames).map(([key, label]) => [key, { label }]),
);

/** Adds the properties that contain the names of referenced records, labelled like the references. */
function withTextFields(fields: Readonly<Record<string, Field>>): Record<string, LoggedField> {
  const result: Record<string, LoggedField> = {};
  for (const [name, field] of Object.entries(fields)) {
    const textField = nameProperty(field);
    result[name] = { ...field, textIn: textField };
    if (textField !== undefined) result[textField] = { label: field.label };
  }
  return result;
}

/** The labels of the properties that an operation logs, as on the screens of its records. */
export function fieldNames({ permission }: Row): Readonly<Record<string, LoggedField>> {
  const code = String(permission);
  if (code.startsWith('admin:sysConfigSet:')) return { ...commonFields, ...settingFields };
  // Calls without a permission change the user's own data; public and quote calls change an order.
  const resource =
    code === 'session'
      ? user
      : code === 'public' || code.startsWith('mfr:quote:')
        ? order
        : loggedResources.find((logged) => code.startsWith(`${logged.permission}:`));
  return { ...commonFields, ...withTextFields(resource?.fields ?? {}) };
}
