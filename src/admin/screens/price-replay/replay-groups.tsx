import { Segmented } from 'antd';
import { useState } from 'react';
import { formatYuan } from '#domain/money.ts';
import type {
  AffectedCustomer,
  AffectedOrder,
  ReplayGroup,
  ReplayResult,
} from '#contract/prices/price-replays.ts';
import page from '../../components/page/page.module.css';
import { FigureTable, type Column } from '../../components/figure-table.tsx';
import {
  changeText,
  marginText,
  percentText,
  wholeOf,
  type Amounts,
  type Change,
  type Whole,
} from './change-texts.ts';
import { OrderReceipts } from './order-receipts.tsx';
import styles from './price-replay.module.css';
import { isCharged } from './replay-texts.ts';

/** Against what was paid where the table of now is tried, otherwise against it. */
const changeColumn = <R,>(afterHead: string, what: '' | '合计', pick: (row: R) => Amounts): Column<R> => ({
  head: afterHead === '现价' ? `${what}较成交` : `${what}变化`,
  text: (row) => {
    const { paid, before, after } = pick(row);
    return <Delta change={{ before: afterHead === '现价' ? paid : before, after }} />;
  },
});

/** Then, now, and with the draft. */
const amountColumns = <R extends Amounts>(afterHead: string): Column<R>[] => [
  { head: '成交', text: ({ paid }) => formatYuan(paid) },
  { head: '现价', text: ({ before }) => formatYuan(before) },
  ...(afterHead === '现价' ? [] : [{ head: afterHead, text: ({ after }: R) => formatYuan(after) }]),
];

/** What was paid, then lines and charges apart. */
const besideColumns = <R extends Whole>(afterHead: string): Column<R>[] => {
  const of = (what: '零件' | '附加费', pick: (row: R) => Amounts | null): Column<R>[] => [
    { head: `${what}现价`, text: (row) => formatYuan(pick(row)?.before ?? 0) },
    ...(afterHead === '现价'
      ? []
      : [{ head: `${what}${afterHead}`, text: (row: R) => formatYuan(pick(row)?.after ?? 0) }]),
  ];
  return [
    { head: '成交', text: (row) => formatYuan(wholeOf(row).paid) },
    ...of('零件', (row) => row),
    ...of('附加费', ({ charges = null }) => charges),
  ];
};

/** The change, which a phone shows without scrolling, the counts, and the amounts that it comes from. */
const columnsAround = <R extends Whole>(
  afterHead: string,
  isWhole: boolean,
  counts: readonly Column<R>[],
): Column<R>[] => [
  isWhole ? changeColumn(afterHead, '合计', wholeOf) : changeColumn(afterHead, '', (row: R) => row),
  ...counts,
  ...(isWhole ? besideColumns<R>(afterHead) : amountColumns<R>(afterHead)),
];

/** The margins of what has a known cost, in both books. */
const marginColumns = (afterHead: string): Column<ReplayGroup>[] => [
  { head: '现价毛利率', text: ({ costed }) => (costed ? marginText(costed.before, costed.cost) : '—') },
  ...(afterHead === '现价'
    ? []
    : [
        {
          head: `${afterHead}毛利率`,
          text: ({ costed }: ReplayGroup) => (costed ? marginText(costed.after, costed.cost) : '—'),
        },
      ]),
];

function Delta({ change }: { change: Change }) {
  const { before, after } = change;
  return (
    <span data-change={after > before ? 'more' : after < before ? 'less' : undefined}>
      {changeText(change)} <small>{percentText(change)}</small>
    </span>
  );
}

const groupings = {
  customers: '按客户',
  orders: '按订单',
  tags: '按材料',
  options: '按工艺',
  quantities: '按数量',
  edges: '按最长边',
  values: '按订单金额',
} as const;
type Grouping = keyof typeof groupings;

/** The sums by customer, order, material and so on. */
export function ReplayGroups({
  id,
  result,
  afterHead,
}: {
  id: number;
  result: ReplayResult;
  afterHead: string;
}) {
  const [by, setBy] = useState<Grouping>('customers');
  const [opened, setOpened] = useState<readonly AffectedOrder[]>([]);
  const [first, ...others] = opened;
  const hasCharges = isCharged(result.total.charges);
  const columnsOf = (grouping: Exclude<Grouping, 'orders'>): Column<ReplayGroup>[] => [
    ...columnsAround<ReplayGroup>(afterHead, grouping === 'customers' && hasCharges, [
      { head: '订单', text: ({ orders }) => orders.toLocaleString() },
      { head: '零件行', text: ({ lines }) => lines.toLocaleString() },
    ]),
    ...(result[grouping].some(({ costed }) => costed) ? marginColumns(afterHead) : []),
  ];
  return (
    <section className={`${page.card} ${page.section}`} aria-label="谁受影响">
      <div className={styles.scroll}>
        <Segmented<Grouping>
          aria-label="分组"
          value={by}
          options={Object.entries(groupings).map(([value, label]) => ({ value: value as Grouping, label }))}
          onChange={setBy}
        />
      </div>
      {result[by].length === 0 ? <p className={styles.muted}>没有变化：两边价格相同。</p> : null}
      {result[by].length > 0 && by === 'orders' ? (
        <OrderTable
          orders={result.orders}
          columns={columnsAround<AffectedOrder>(afterHead, hasCharges, [
            { head: '客户', isText: true, text: ({ customerName }) => customerName },
          ])}
          onOpen={(order) => setOpened([order])}
        />
      ) : null}
      {result[by].length > 0 && by === 'customers' ? (
        <FigureTable<AffectedCustomer>
          title={groupings[by]}
          rows={result.customers}
          rowKey={({ key }) => key}
          columns={[
            { head: '客户', text: (customer) => customerLink(customer, setOpened) },
            ...columnsOf(by),
          ]}
        />
      ) : null}
      {result[by].length > 0 && by !== 'orders' && by !== 'customers' ? (
        <FigureTable<ReplayGroup>
          title={groupings[by]}
          rows={result[by]}
          rowKey={({ key }) => key}
          columns={[{ head: groupings[by].slice(1), text: ({ label }) => label }, ...columnsOf(by)]}
        />
      ) : null}
      <p className={styles.muted}>
        客户与订单列出变化最大的 20 个，客户可打开其变化最大的订单（最多 3
        个）；一个零件有多项工艺时，在每一项中都计入。
        {hasCharges ? '按材料、工艺、数量、最长边与订单金额的各组只是零件小计之和，不含附加费。' : ''}
      </p>
      {first ? (
        <OrderReceipts id={id} orders={[first, ...others]} tried={afterHead} onClose={() => setOpened([])} />
      ) : null}
    </section>
  );
}

interface OrderTableProps {
  orders: ReplayResult['orders'];
  columns: Column<AffectedOrder>[];
  onOpen: (order: AffectedOrder) => void;
}

function OrderTable({ orders, columns, onOpen }: OrderTableProps) {
  return (
    <FigureTable
      title="按订单"
      rows={orders}
      rowKey={({ id }) => id}
      columns={[{ head: '订单', text: (order) => orderLink(order, onOpen) }, ...columns]}
    />
  );
}

const orderLink = (order: AffectedOrder, onOpen: OrderTableProps['onOpen']) => (
  <OpenButton label={`查看 ${order.orderNo} 的价格构成`} text={order.orderNo} onOpen={() => onOpen(order)} />
);

/** A customer opens its most affected orders; results from before they were kept have none. */
const customerLink = (
  { label, affected }: AffectedCustomer,
  onOpen: (orders: readonly AffectedOrder[]) => void,
) =>
  affected.length === 0 ? (
    label
  ) : (
    <OpenButton label={`查看 ${label} 变化最大的订单`} text={label} onOpen={() => onOpen(affected)} />
  );

function OpenButton({ label, text, onOpen }: { label: string; text: string; onOpen: () => void }) {
  return (
    <button type="button" className={styles.link} aria-label={label} onClick={onOpen}>
      {text}
    </button>
  );
}
