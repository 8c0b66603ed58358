import { depts } from '#contract/depts.ts';
import { orders, type Order } from '#contract/orders.ts';
import { defineResource } from '../../generated/define-resource.ts';
import { orderStatusOptions } from './order-status-options.ts';

/** The list can be asked for a material, which its rows don't name. */
type Row = Order & { materialName: string };

/** What the orders' screen shows in its list; its drawer is written by hand. */
export const order = defineResource<Row, object>()({
  name: 'order',
  path: '/admin/user/order',
  label: '订单',
  permission: 'mfr:order',
  endpoints: { list: orders.list, one: orders.one, export: orders.export },
  id: 'id',
  title: 'orderNo',
  fields: {
    orderNo: { kind: 'text', label: '订单编号', width: 150 },
    status: { kind: 'enum', label: '状态', numeric: false, options: orderStatusOptions },
    summary: { kind: 'longText', label: '内容' },
    itemCount: { kind: 'int', label: '零件种数', width: 90 },
    pieceCount: { kind: 'int', label: '总件数', width: 90 },
    price: { kind: 'money', label: '金额', wire: 'text' },
    delivery_time: { kind: 'int', label: '交期', unit: '天', width: 80 },
    promisedDate: { kind: 'date', label: '承诺发货日' },
    username: { kind: 'text', label: '客户账号', width: 120 },
    nickName: { kind: 'text', label: '客户', width: 120 },
    materialName: { kind: 'text', label: '材料' },
    deptId: {
      kind: 'ref',
      label: '公司',
      source: depts.options,
      sourceId: 'id',
      sourceLabel: 'label',
      nameIn: 'deptName',
      width: 180,
    },
    contactName: { kind: 'text', label: '联系人', width: 100 },
    contactPhone: { kind: 'text', label: '联系电话', width: 130 },
    remark: { kind: 'longText', label: '客户备注' },
    staffNote: { kind: 'longText', label: '内部备注' },
    createdAt: { kind: 'dateTime', label: '创建时间' },
    placedAt: { kind: 'dateTime', label: '下单时间' },
    validUntil: { kind: 'dateTime', label: '报价有效期' },
  },
  list: {
    columns: [
      'orderNo',
      'status',
      'summary',
      'itemCount',
      'pieceCount',
      'price',
      'deptId',
      'nickName',
      'username',
      'promisedDate',
      'delivery_time',
      'createdAt',
      'placedAt',
      'contactName',
      'contactPhone',
      'remark',
      'staffNote',
      'validUntil',
    ],
    filters: ['status', 'orderNo', 'username', 'materialName', 'deptId', 'createdAt'],
    hidden: [
      'itemCount',
      'username',
      'delivery_time',
      'placedAt',
      'contactName',
      'contactPhone',
      'remark',
      'staffNote',
      'validUntil',
    ],
  },
  form: [],
  removal: '',
});
