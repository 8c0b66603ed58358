import type { Field, Row } from '../field-types/field.ts';
import { config } from './config/config.resource.ts';
import { dept } from './dept/dept.resource.ts';
import { dictData } from './dict-data/dict-data.resource.ts';
import { dictType } from './dict-type/dict-type.resource.ts';
import { material } from './material/material.resource.ts';
import { menu } from './menu/menu.resource.ts';
import { order } from './order/order.resource.ts';
import { post } from './post/post.resource.ts';
import { process } from './process/process.resource.ts';
import { role } from './role/role.resource.ts';
import { user } from './user/user.resource.ts';

const declared = [user, role, menu, dept, post, dictType, dictData, config, material, process, order];

/** Fields that no screen declares: ids, and the facts that an upload logs. */
const own: Readonly<Record<string, Pick<Field, 'label'>>> = {
  id: { label: '编号' },
  ids: { label: '编号' },
  name: { label: '名称' },
  saved: { label: '修改的价格数' },
  copyOf: { label: '复制自' },
  orderNo: { label: '订单编号' },
  reason: { label: '原因' },
  refused: { label: '没有变更的' },
  manualOptions: { label: '需人工的选项' },
  size: { label: '大小' },
  type: { label: '类型' },
};

/** The labels of the fields of the records that an operation concerns, as on their screens. */
export function fieldNames({ permission }: Row): Readonly<Record<string, Pick<Field, 'label'>>> {
  const resource = declared.find((one) => String(permission).startsWith(`${one.permission}:`));
  return { ...own, ...resource?.fields };
}
