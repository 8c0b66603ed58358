import { depts } from '#contract/people/depts.ts';
import { partLibrary as endpoints, type ListedPart } from '#contract/orders/part-library.ts';
import { piecePriceText } from '#domain/pricing/line-price.ts';
import { lazyView } from '#providers/lazy-view.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { PARTS_PATH } from '../../components/prices/parts-path.ts';

/** `part` exists only as a filter by number, revision or name. */
type Row = ListedPart & { part: string };

const lastPriceText = ({ lineTotal, num, isOrdered }: ListedPart['last']): string =>
  [
    lineTotal === null ? '待报价' : piecePriceText(lineTotal, num),
    `× ${num} 件`,
    ...(isOrdered ? [] : ['（报价）']),
  ].join(' ');

/** 零件库: the parts of all customers. Orders create them; customers name them in their own library. */
export const partLibrary = defineResource<Row, object>()({
  name: 'part-library',
  path: PARTS_PATH,
  label: '零件库',
  permission: 'mfr:part',
  endpoints: { list: endpoints.list, one: endpoints.one },
  id: 'id',
  title: 'name',
  fields: {
    code: { type: 'text', label: '图号', width: 140 },
    revision: { type: 'text', label: '版本', width: 70 },
    name: { type: 'text', label: '名称', width: 200 },
    size: { type: 'text', label: '尺寸（mm）', example: '120×60', width: 190 },
    materialName: { type: 'text', label: '材料', width: 120 },
    deptId: {
      type: 'ref',
      label: '公司',
      source: depts.options,
      sourceId: 'id',
      sourceLabel: 'label',
      nameIn: 'deptName',
      width: 170,
    },
    customerName: { type: 'text', label: '客户', width: 110 },
    last: { type: 'custom', label: '上次单价', text: lastPriceText, width: 170 },
    orders: { type: 'int', label: '下单次数', width: 90 },
    pieces: { type: 'int', label: '总件数', width: 90 },
    quotations: { type: 'int', label: '未下单报价', width: 100 },
    lastAt: { type: 'date', label: '最近', width: 110 },
    part: { type: 'text', label: '图号或名称' },
  },
  list: {
    columns: [
      'code',
      'revision',
      'name',
      'size',
      'materialName',
      'deptId',
      'customerName',
      'last',
      'orders',
      'pieces',
      'quotations',
      'lastAt',
    ],
    filters: ['part', 'size', 'deptId', 'materialName'],
    hidden: ['customerName', 'quotations'],
    important: ['name', 'code', 'last', 'orders', 'size', 'deptId'],
  },
  show: lazyView(() => import('./part-drawer.tsx').then((m) => m.PartDrawer)),
});
