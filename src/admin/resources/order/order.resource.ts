import { depts } from '#contract/people/depts.ts';
import type { Order } from '#contract/orders/order-data.ts';
import { leadOptions } from '#contract/catalogue/lead-options.ts';
import { orders } from '#contract/orders/orders.ts';
import { STATUS_DICT } from '#domain/orders/order-status.ts';
import { LEAD_LABEL } from '#domain/lead/lead-class.ts';
import { lazyView } from '#providers/lazy-view.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { ORDER_RESOURCE, ORDERS_PATH } from './order-queries.ts';
import { leadFlag, overdueFlag, statusFlag, unreadFlag } from './facts/order-flags.ts';
import { orderStatusOptions } from './order-status-options.ts';

/** The added fields exist only as filters of the list. */
type Row = Order & {
  materialName: string;
  part: string;
  due: 'overdue' | 'week' | 'expiring';
  sold: 'yes';
  models: 'open';
  talk: 'unread' | 'waiting';
  leadClassId: number;
};

export const order = defineResource<Row, object>()({
  name: ORDER_RESOURCE,
  path: ORDERS_PATH,
  label: '订单',
  permission: 'mfr:order',
  endpoints: { list: orders.list, one: orders.one, export: orders.export },
  id: 'id',
  title: 'orderNo',
  fields: {
    orderNo: { type: 'text', label: '订单编号', flag: unreadFlag, width: 140 },
    status: {
      type: 'enum',
      label: '状态',
      numeric: false,
      options: orderStatusOptions,
      dictType: STATUS_DICT,
      flag: statusFlag,
      // Wide enough for the tag about models to check.
      width: 150,
    },
    summary: { type: 'longText', label: '内容', flag: leadFlag, width: 224 },
    itemCount: { type: 'int', label: '零件种数', width: 90 },
    pieceCount: { type: 'int', label: '总件数', width: 90 },
    price: { type: 'money', label: '合计', wire: 'text' },
    delivery_time: { type: 'int', label: '交期', unit: '个工作日', width: 110 },
    promisedDate: { type: 'date', label: '发货日', flag: overdueFlag, width: 136 },
    username: { type: 'text', label: '客户账号', width: 120 },
    nickName: { type: 'text', label: '客户', width: 80 },
    materialName: { type: 'text', label: '材料' },
    part: { type: 'text', label: '零件或图号' },
    due: {
      type: 'enum',
      label: '期限',
      numeric: false,
      options: {
        overdue: { label: '逾期未发货' },
        week: { label: '本周到期' },
        expiring: { label: '报价即将过期' },
      },
    },
    sold: { type: 'enum', label: '成交', numeric: false, options: { yes: { label: '已下单且未取消' } } },
    talk: {
      type: 'enum',
      label: '沟通',
      numeric: false,
      options: { unread: { label: '有未读' }, waiting: { label: '待客户答复' } },
    },
    leadClassId: {
      type: 'ref',
      label: LEAD_LABEL,
      source: leadOptions.list,
      sourceId: 'id',
      sourceLabel: 'name',
      hasZero: true,
    },
    models: { type: 'enum', label: '三维模型', numeric: false, options: { open: { label: '待核对' } } },
    deptId: {
      type: 'ref',
      label: '公司',
      source: depts.options,
      sourceId: 'id',
      sourceLabel: 'label',
      nameIn: 'deptName',
      width: 150,
    },
    contactName: { type: 'text', label: '联系人', width: 100 },
    contactPhone: { type: 'text', label: '联系电话', width: 130 },
    remark: { type: 'longText', label: '客户备注' },
    staffNote: { type: 'longText', label: '内部备注' },
    createdAt: { type: 'dateTime', label: '创建时间' },
    placedAt: { type: 'dateTime', label: '下单时间', byDay: true },
    shippedAt: { type: 'dateTime', label: '实际发货', byDay: true },
    carrier: { type: 'text', label: '承运方', width: 120 },
    trackingNo: { type: 'text', label: '运单号', width: 160 },
    validUntil: { type: 'date', label: '有效期至' },
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
      'shippedAt',
      'carrier',
      'trackingNo',
      'contactName',
      'contactPhone',
      'remark',
      'staffNote',
      'validUntil',
    ],
    filters: [
      'status',
      'orderNo',
      'nickName',
      'deptId',
      'part',
      'materialName',
      'due',
      'models',
      'talk',
      'leadClassId',
      'price',
      'promisedDate',
      'createdAt',
      'placedAt',
      'shippedAt',
      'sold',
      'username',
    ],
    hidden: [
      'itemCount',
      'username',
      'delivery_time',
      'placedAt',
      'shippedAt',
      'carrier',
      'trackingNo',
      'contactName',
      'contactPhone',
      'remark',
      'staffNote',
      'validUntil',
    ],
    important: ['orderNo', 'status', 'price', 'promisedDate', 'nickName', 'deptId'],
  },
  listHead: {
    filters: ['status'],
    Content: lazyView(() => import('./facts/status-tabs.tsx').then((m) => m.StatusTabs)),
  },
  exports: [{ label: '零件明细', endpoint: orders.exportItems }],
  bulk: {
    permission: orders.moveMany.permission,
    Content: lazyView(() => import('./moves/bulk-moves.tsx').then((m) => m.BulkMoves)),
  },
  show: lazyView(() => import('./order-drawer.tsx').then((m) => m.OrderDrawer)),
});
