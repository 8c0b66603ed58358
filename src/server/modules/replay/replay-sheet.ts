import { replayStateLabels, type PriceReplay } from '#contract/prices/price-replays.ts';
import type { ReplayResult } from '#contract/prices/replay-result.ts';
import { marginOfYuan } from '#domain/pricing/margin.ts';
import { comparisonLabels, levelText } from '#domain/replay/price-level-text.ts';
import { itemTitle } from '#domain/parts/line-title.ts';
import type { Cell } from '#server/tables/workbook.ts';

type Amounts = Record<'paid' | 'before' | 'after', number>;
type AmountsWithCharges = Amounts & { charges: Amounts | null };

/** The number of columns before the columns of margins. */
const COLUMNS_BEFORE_MARGINS = 14;

const round2 = (value: number) => Math.round(value * 100) / 100;
/** The amounts paid, at live and at replayed prices, and the change from live to replayed, in yuan and percent. */
const amountCells = ({ paid, before, after }: Amounts): Cell[] => [
  paid,
  before,
  after,
  round2(after - before),
  before === 0 ? null : round2(((after - before) / before) * 100),
];
const figureCells = (sums: Amounts & { orders: number; lines: number }): Cell[] => [
  sums.orders,
  sums.lines,
  ...amountCells(sums),
];
/** The charges, and the change of lines and charges together. */
const chargeCells = ({ charges, before, after }: AmountsWithCharges): Cell[] =>
  charges
    ? [charges.paid, charges.before, charges.after, round2(after - before + charges.after - charges.before)]
    : [];

/**
 * The result as rows of one sheet; each row names its group. Has margins if the result has costs, which `presentResult` omits
 * for callers who may not see them. The win rates follow as a section with its own header row.
 */
export function sheetOfReplay(
  { draftName, bookRevision, filter, state }: PriceReplay,
  result: ReplayResult,
  refusalLabels: ReadonlyMap<string, string>,
): Cell[][] {
  const { total } = result;
  const hasMargins = total.costed !== undefined;
  const withMargin = (row: Cell[], { costed }: Costed): Cell[] =>
    hasMargins ? [...row, ...emptyCells(COLUMNS_BEFORE_MARGINS - row.length), ...marginCells(costed)] : row;
  const bookName = bookRevision === null ? '草稿' : '该版本';
  const groups: [string, ReplayResult['tags']][] = [
    ['材料分类', result.tags],
    ['工艺（含多项工艺的零件各计一次）', result.options],
    ['数量', result.quantities],
    ['最长边', result.edges],
    ['订单金额（按零件小计）', result.values],
  ];
  return [
    [
      '分组',
      '名称',
      '订单',
      '零件行',
      '零件成交（元）',
      '零件现价（元）',
      `零件${bookName}（元）`,
      '零件变化（元）',
      '零件变化（%）',
      '附加费成交（元）',
      '附加费现价（元）',
      `附加费${bookName}（元）`,
      '合计变化（元）',
      '说明',
      ...(hasMargins ? ['成本（元）', '现价毛利率（%）', `${bookName}毛利率（%）`] : []),
    ],
    withMargin(
      [
        '合计',
        draftName === '' ? '现行价格' : draftName,
        ...figureCells(total),
        ...(total.charges ? chargeCells(total) : [null, null, null, null]),
        `${filter.beginDate} 至 ${filter.endDate}，${replayStateLabels[state]}；${total.charges ? '附加费与折扣另列，规则有效期按试算当天判断' : '零件小计，不含附加费与折扣'}`,
      ],
      total,
    ),
    ['人工报价（两边相同）', '', null, total.handLines, total.hand, total.hand, total.hand, 0, 0],
    ['无法计价', '', null, total.lostLines, total.lost],
    ...chargeRows(total.charges),
    ...result.customers.map((row) =>
      withMargin(['客户（变化最大）', row.label, ...figureCells(row), ...chargeCells(row)], row),
    ),
    ...groups.flatMap(([name, rows]) =>
      rows.map((row) => withMargin([name, row.label, ...figureCells(row)], row)),
    ),
    ...result.orders.map((order): Cell[] => [
      '订单（变化最大）',
      `${order.orderNo} ${order.customerName}`,
      1,
      null,
      ...amountCells(order),
      ...chargeCells(order),
    ]),
    ...result.changes.map(({ label, orders, before }): Cell[] => [
      total.charges ? '变化幅度（零件与附加费）' : '变化幅度',
      label,
      orders,
      null,
      null,
      before,
    ]),
    ...result.lost.map(({ orderNo, lineNo, name, paid, reason, book }): Cell[] => [
      '无法计价的零件',
      `${orderNo} ${itemTitle(lineNo, name)}`,
      null,
      1,
      paid,
      ...emptyCells(8),
      book === 'after' ? `${bookName}：${reason}` : reason,
    ]),
    ...result.lostCharges.map(({ orderNo, paid, reason }): Cell[] => [
      '附加费未计入的订单',
      orderNo,
      1,
      ...emptyCells(6),
      paid,
      ...emptyCells(3),
      reason,
    ]),
    ...winRateRows(result.winRates, refusalLabels),
    ...expectedRows(result.expectedOrders, bookName),
  ];
}

type Costed = Pick<ReplayResult['total'], 'costed'>;

/** Cost and both margins of the lines with a known cost. */
const marginCells = (costed: Costed['costed']): Cell[] =>
  costed
    ? [costed.cost, marginPercent(costed.before, costed.cost), marginPercent(costed.after, costed.cost)]
    : [];
const marginPercent = (revenue: number, cost: number): number | null => marginOfYuan(revenue, cost).percent;

type Outcomes = Pick<ReplayResult['winRates']['values'][number], 'won' | 'refused' | 'expired' | 'rate'>;

/** The outcomes of quotations by price level, size and material tag, and the reasons for refusals. */
export function winRateRows(rates: ReplayResult['winRates'], labels: ReadonlyMap<string, string>): Cell[][] {
  const percent = (fraction: number) => round2(100 * fraction);
  const row = (by: string, name: string, { won, refused, expired, rate }: Outcomes): Cell[] => [
    by,
    name,
    won + refused + expired,
    won,
    refused,
    expired,
    ...(rate ? [percent(rate.share), percent(rate.low), percent(rate.high)] : ['数据不足']),
  ];
  const rows = [
    ...(['formula', 'target'] as const).flatMap((by) =>
      rates[by].map((level) => row(comparisonLabels[by], levelText(level), level)),
    ),
    ...rates.values.map((group) => row('订单金额', group.label, group)),
    ...rates.tags.map((group) => row('材料分类（含多种的报价各计一次）', group.label, group)),
  ];
  const head = [
    '成交率',
    '分档',
    '报价',
    '成交',
    '未接受',
    '过期',
    '成交率（%）',
    '90% 区间下限（%）',
    '90% 区间上限（%）',
  ];
  return [
    [],
    head,
    ...rows,
    ['公式无法计价，未按公式价分档', '', rates.withoutFormula],
    ...rates.refusals.map(({ reason, count }): Cell[] => [
      '未成交的原因',
      reason === '' ? '未说明' : (labels.get(reason) ?? reason),
      count,
    ]),
  ];
}

/** The expected orders at live and replayed prices; empty for a replay of the live prices. `bookName` names the replayed ones. */
export function expectedRows(expected: ReplayResult['expectedOrders'], bookName: string): Cell[][] {
  if (!expected) return [];
  const { estimate, quotations, unknown, moved, unpriced } = expected;
  const row = (name: string, figures: NonNullable<typeof estimate>['change'] | undefined): Cell[] =>
    figures ? [name, round2(figures.orders), round2(figures.low), round2(figures.high)] : [name, '数据不足'];
  return [
    [],
    ['预计订单数（按各价格档的成交率）', '订单', '90% 区间下限', '90% 区间上限'],
    row('现价', estimate?.before),
    row(bookName, estimate?.after),
    row('变化', estimate?.change),
    ['参与估算的报价', quotations - unknown],
    ['价格档改变的报价', moved],
    ['未计入：价格档不足 200 份', unknown],
    ['未计入：无法计价或附加费缺少依据', unpriced],
  ];
}

const emptyCells = (count: number): null[] => Array.from({ length: count }, () => null);

/** The rows of manual charges, and of charges that could not be computed. */
function chargeRows(charges: ReplayResult['total']['charges']): Cell[][] {
  if (!charges) return [];
  const { hand, handCharges, lostOrders, lost } = charges;
  return [
    ['附加费（人工填写，两边相同）', '', ...emptyCells(7), hand, hand, hand, 0, `${handCharges} 笔`],
    ['附加费未计入', '', lostOrders, ...emptyCells(6), lost],
  ];
}
