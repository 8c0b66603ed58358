import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { OrderModel } from '#contract/files/models.ts';
import { quotedFigures } from '#contract/orders/quotes.ts';
import { priceItem } from '#domain/pricing/price-item.ts';

export const aluminium = {
  id: 1,
  name: 'AL6061-T6',
  materialTag: 'aluminium',
  length: 150,
  width: 100,
  height: 30,
  deliveryTime: 3,
  speed: 0.12,
  processConfig: [{ id: 11, price: 13.5, time: 1.5 }],
};
const part = { material: 1, num: 10, length: 120, width: 60, height: 20, process_10: 11 } as const;

/** The part of the order below; machining price and material can be replaced. */
export const pricePart = (machiningPrice = 85, material = aluminium) =>
  quotedFigures(priceItem(material, part, { aluminium: machiningPrice }));

const figures = pricePart();
const item: OrderWithExt['items'][number] = {
  ...part,
  ...figures,
  line_total: figures.sub_total,
  line_days: figures.delivery_time,
  stock: null,
  id: 1,
  lineNo: 1,
  name: '支架',
  materialName: aluminium.name,
  materialTag: aluminium.materialTag,
  remark: '锐边倒角',
  processes: [
    { processId: 10, processName: '表面处理', optionId: 11, optionName: '阳极氧化', price: 13.5, time: 1.5 },
  ],
};

/** A placed order of one part in the API's format, without moves. */
export const placedOrder: OrderWithExt = {
  id: 3,
  orderNo: 'Q20261120-0001',
  revision: 1,
  status: 'placed',
  price: item.sub_total.toFixed(2),
  delivery_time: item.delivery_time,
  promisedDate: '2026-12-03',
  isDateByHand: false,
  carrier: '',
  trackingNo: '',
  validUntil: '2026-12-05T23:59:59.999+08:00',
  isExpired: false,
  itemCount: 1,
  pieceCount: 10,
  summary: '支架',
  userId: 7,
  username: 'zhang',
  nickName: '张工',
  deptId: 2,
  deptName: '示例客户公司',
  contactName: '李工',
  contactPhone: '13800000000',
  address: '',
  remark: '',
  staffNote: '',
  placedAt: '2026-11-20T10:00:00+08:00',
  shippedAt: null,
  requestedAt: null,
  replyDueAt: null,
  waitingSince: null,
  targetPrice: null,
  wishedDate: null,
  version: 1,
  createdAt: '2026-11-20T10:00:00+08:00',
  updatedAt: '2026-11-20T10:00:00+08:00',
  charges: [],
  alternatives: [],
  items: [item],
  history: [
    { from: null, to: 'placed', reason: '', userName: '张工', createdAt: '2026-11-20T10:00:00+08:00' },
  ],
  customer: {
    userId: 7,
    username: 'zhang',
    nickName: '张工',
    phone: '13900000000',
    email: '',
    companyTitle: '',
  },
  files: [],
  models: [],
  revisions: [],
  wait: null,
  gates: [],
  isOffered: false,
  document: null,
  moves: [],
  undo: null,
};

/** The model of that order's part, measured and matching. */
export const buildModel = (overrides: Partial<OrderModel> = {}): OrderModel => ({
  id: 7,
  name: '支架.step',
  size: 1_000,
  format: 'step',
  status: 'measured',
  failure: null,
  measurings: 1,
  isDeleted: false,
  lineNo: 1,
  body: 0,
  bodyName: '',
  bodies: 1,
  unit: 'mm',
  scale: '1',
  sent: { volumeMm3: 144_000, boxMm: [120, 60, 20], isTurned: false },
  measured: { volumeMm3: 144_000, areaMm2: 21_600, boxMm: [120, 60, 20], isWallChecked: true },
  findings: [{ severity: 'fact', text: '适合铣削', help: '' }],
  hasThumbnail: false,
  check: 'equal',
  acknowledged: null,
  ...overrides,
});
