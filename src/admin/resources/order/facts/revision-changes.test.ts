import { expect, test } from 'vitest';
import type { OrderRevision } from '#contract/orders/revisions.ts';
import { buildOrder } from '../order.test-data.ts';
import { revisionChanges } from './revision-changes.ts';

const order = buildOrder();
const [item] = order.items;
const file = {
  id: 1,
  lineNo: 1,
  name: '支架.step',
  size: 1,
  type: 'model/step',
  hasThumbnail: false,
  createdAt: '',
};

const revision = (more: Partial<OrderRevision> = {}): OrderRevision => ({
  ...order,
  orderId: order.id,
  isCurrent: false,
  items: [item!],
  files: [],
  models: [],
  charges: [],
  ...more,
});

test('a revision that changes nothing has no differences', () => {
  expect(revisionChanges(revision(), revision({ revision: 2, isCurrent: true }))).toEqual([]);
});

test('changes to the order and to a part are listed with old and new values', () => {
  const changed = {
    ...item!,
    num: 20,
    remark: '',
    processes: [{ ...item!.processes[0]!, optionName: '喷砂' }],
    line_total: 900.5,
  };
  const after = revision({ price: '900.50', contactName: '王工', items: [changed], files: [file] });
  expect(
    revisionChanges(revision({ price: '500.00' }), after).map((change) => Object.values(change)),
  ).toEqual([
    ['', '合计', '¥500.00', '¥900.50'],
    ['', '联系人', '李工', '王工'],
    ['1. 支架', '数量', '10 件', '20 件'],
    ['1. 支架', '表面处理', '阳极氧化', '喷砂'],
    ['1. 支架', '零件备注', '锐边倒角', ''],
    ['1. 支架', '附件', '', '支架.step'],
    ['1. 支架', '小计', expect.stringContaining('¥'), '¥900.50'],
  ]);
});

test('a part that has moved down is matched by its name', () => {
  const first = { ...item!, lineNo: 1, name: '法兰' };
  const second = { ...item!, lineNo: 2 };
  const changes = revisionChanges(revision(), revision({ items: [first, second] }));
  expect(changes).toMatchObject([{ part: '1. 法兰', label: '新增零件', before: '' }]);
  expect(revisionChanges(revision({ items: [first, second] }), revision())).toMatchObject([
    { part: '1. 法兰', label: '删除零件', after: '' },
  ]);
});

test('parts with the same name are compared line by line', () => {
  const second = { ...item!, lineNo: 2 };
  const changes = revisionChanges(
    revision({ items: [item!, second] }),
    revision({ items: [item!, { ...second, length: 130 }] }),
  );
  expect(changes).toEqual([
    { part: '2. 支架', label: '尺寸', before: '120 × 60 × 20 mm', after: '130 × 60 × 20 mm' },
  ]);
});
