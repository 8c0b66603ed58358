import { Segmented } from 'antd';
import { useState } from 'react';
import { formatYuan } from '#domain/money.ts';
import type {
  AffectedCustomer,
  AffectedOrder,
  ReplayGroup,
  ReplayResult,
} from '#contract/prices/replay-result.ts';
import page from '../../components/page/page.module.css';
import { FigureTable, type Column } from '../../components/figure-table.tsx';
import { priceBookColumns } from './book-columns.ts';
import {
  changeOf,
  changeText,
  marginText,
  percentText,
  withCharges,
  type Amounts,
  type Change,
  type AmountsWithCharges,
} from './change-texts.ts';
import { OrderReceipts } from './order-receipts.tsx';
import styles from './price-replay.module.css';
import { hasAnyCharges } from './replay-texts.ts';

/** The change comes first, so that a phone shows it without scrolling. */
function amountColumns<R extends AmountsWithCharges>(
  trialName: string,
  includesCharges: boolean,
  counts: readonly Column<R>[],
): Column<R>[] {
  const amountsOf = (row: R): Amounts => (includesCharges ? withCharges(row) : row);
  const changeHead = trialName === '现价' ? '较成交' : '变化';
  return [
    {
      head: includesCharges ? `合计${changeHead}` : changeHead,
      text: (row) => <Delta change={changeOf(amountsOf(row), trialName)} />,
    },
    ...counts,
    { head: '成交', text: (row) => formatYuan(amountsOf(row).paid) },
    ...priceBookColumns<R>(
      trialName,
      (row, book) => formatYuan(row[book]),
      (name) => (includesCharges ? `零件${name}` : name),
    ),
    ...(includesCharges
      ? priceBookColumns<R>(
          trialName,
          ({ charges }, book) => formatYuan(charges?.[book] ?? 0),
          (name) => `附加费${name}`,
        )
      : []),
  ];
}

/** The margins at both prices, from the lines with a known cost. */
const marginColumns = (trialName: string) =>
  priceBookColumns<ReplayGroup>(
    trialName,
    ({ costed }, book) => (costed ? marginText(costed[book], costed.cost) : '—'),
    (name) => `${name}毛利率`,
  );

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

interface Props {
  id: number;
  result: ReplayResult;
  trialName: string;
}

export function ReplayGroups({ id, result, trialName }: Props) {
  const [grouping, setGrouping] = useState<Grouping>('customers');
  const [shownOrders, setShownOrders] = useState<readonly AffectedOrder[]>([]);
  const [first, ...others] = shownOrders;
  const hasCharges = hasAnyCharges(result.total.charges);
  return (
    <section className={`${page.card} ${page.section}`} aria-label="谁受影响">
      <div className={styles.scroll}>
        <Segmented<Grouping>
          aria-label="分组"
          value={grouping}
          options={Object.entries(groupings).map(([value, label]) => ({ value: value as Grouping, label }))}
          onChange={setGrouping}
        />
      </div>
      {result[grouping].length === 0 ? (
        <p className={styles.muted}>没有变化：两边价格相同。</p>
      ) : grouping === 'orders' ? (
        <FigureTable
          title={groupings[grouping]}
          rows={result.orders}
          rowKey={(order) => order.id}
          columns={[
            { head: '订单', text: (order) => orderLink(order, setShownOrders) },
            ...amountColumns<AffectedOrder>(trialName, hasCharges, [
              { head: '客户', isText: true, text: ({ customerName }) => customerName },
            ]),
          ]}
        />
      ) : (
        <FigureTable<ReplayGroup | AffectedCustomer>
          title={groupings[grouping]}
          rows={result[grouping]}
          rowKey={({ key }) => key}
          columns={[
            { head: groupings[grouping].slice(1), text: (row) => groupLink(row, setShownOrders) },
            ...amountColumns<ReplayGroup>(trialName, grouping === 'customers' && hasCharges, [
              { head: '订单', text: ({ orders }) => orders.toLocaleString() },
              { head: '零件行', text: ({ lines }) => lines.toLocaleString() },
            ]),
            ...(result[grouping].some(({ costed }) => costed) ? marginColumns(trialName) : []),
          ]}
        />
      )}
      <p className={styles.muted}>
        客户与订单列出变化最大的 20 个，客户可打开其变化最大的订单（最多 3
        个）；一个零件有多项工艺时，在每一项中都计入。
        {hasCharges ? '按材料、工艺、数量、最长边与订单金额的各组只是零件小计之和，不含附加费。' : ''}
      </p>
      {first ? (
        <OrderReceipts
          id={id}
          orders={[first, ...others]}
          trialName={trialName}
          onClose={() => setShownOrders([])}
        />
      ) : null}
    </section>
  );
}

type OnOpen = (orders: readonly AffectedOrder[]) => void;

const orderLink = (order: AffectedOrder, onOpen: OnOpen) => (
  <OpenButton
    label={`查看 ${order.orderNo} 的价格构成`}
    text={order.orderNo}
    onOpen={() => onOpen([order])}
  />
);

/** A customer links to the most affected orders, which older results do not contain. */
const groupLink = (row: ReplayGroup | AffectedCustomer, onOpen: OnOpen) =>
  'affected' in row && row.affected.length > 0 ? (
    <OpenButton
      label={`查看 ${row.label} 变化最大的订单`}
      text={row.label}
      onOpen={() => onOpen(row.affected)}
    />
  ) : (
    row.label
  );

function OpenButton({ label, text, onOpen }: { label: string; text: string; onOpen: () => void }) {
  return (
    <button type="button" className={styles.link} aria-label={label} onClick={onOpen}>
      {text}
    </button>
  );
}
