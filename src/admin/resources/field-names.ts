import type { Field, Row } from '../field-types/field.ts';
import { chargeRule } from './charge-rule/charge-rule.resource.ts';
import { config } from './config/config.resource.ts';
import { dept } from './dept/dept.resource.ts';
import { dictData } from './dict-data/dict-data.resource.ts';
import { dictType } from './dict-type/dict-type.resource.ts';
import { gateRule } from './gate-rule/gate-rule.resource.ts';
import { material } from './material/material.resource.ts';
import { menu } from './menu/menu.resource.ts';
import { order } from './order/order.resource.ts';
import { post } from './post/post.resource.ts';
import { process } from './process/process.resource.ts';
import { role } from './role/role.resource.ts';
import { stockSize } from './stock-size/stock-size.resource.ts';
import { user } from './user/user.resource.ts';

const declared = [
  user,
  role,
  menu,
  dept,
  post,
  dictType,
  dictData,
  config,
  material,
  stockSize,
  gateRule,
  chargeRule,
  process,
  order,
];

/** Fields that no screen declares: ids, and facts that an operation logs beside the fields of its record. */
const own: Readonly<Record<string, Pick<Field, 'label'>>> = {
  id: { label: '编号' },
  ids: { label: '编号' },
  orderId: { label: '订单的编号' },
  deptId: { label: '公司' },
  usernames: { label: '用户名' },
  owner: { label: '负责人' },
  name: { label: '名称' },
  saved: { label: '修改的价格数' },
  copyOf: { label: '复制自' },
  orderNo: { label: '订单编号' },
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
  num: { label: '数量' },
  length: { label: '长度' },
  width: { label: '宽度' },
  height: { label: '高度' },
  material: { label: '材料' },
  cncPrice: { label: '加工基价' },
};

/** The labels of the fields of the records that an operation concerns, as on their screens. */
export function fieldNames({ permission }: Row): Readonly<Record<string, Pick<Field, 'label'>>> {
  const resource = declared.find((one) => String(permission).startsWith(`${one.permission}:`));
  // Without a permission, users change their own data.
  return { ...own, ...(permission === 'session' ? user : resource)?.fields };
}
