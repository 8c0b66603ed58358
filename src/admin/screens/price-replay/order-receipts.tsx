import { Segmented } from 'antd';
import { useState } from 'react';
import { formatYuan } from '#domain/money.ts';
import { itemTitle, enteredName } from '#domain/parts/line-title.ts';
import type { AffectedOrder, ReceiptLine } from '#contract/prices/replay-result.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { Dialog } from '../../components/dialog.tsx';
import { QueryContent } from '../../components/page/query-content.tsx';
import { TraceTable } from '../../resources/order/parts/trace-table.tsx';
import { changeText, percentText, withCharges } from './change-texts.ts';
import styles from './price-replay.module.css';
import { OrderCharges } from './order-charges.tsx';
import { orderReceiptsQuery } from './replay-queries.ts';

interface Props {
  id: number;
  /** The first order is selected initially. */
  orders: readonly [AffectedOrder, ...AffectedOrder[]];
  trialName: string;
  onClose: () => void;
}

type View = 'trial' | 'sold';

/** Compares the price receipts of the selected order line by line, as the replay computed them. */
export function OrderReceipts({ id, orders, trialName, onClose }: Props) {
  const [orderId, setOrderId] = useState(orders[0].id);
  const order = orders.find((candidate) => candidate.id === orderId) ?? orders[0];
  const [view, setView] = useState<View>('trial');
  const orderTotal = withCharges(order);
  const isChanged = ({ paid, before, after }: ReceiptLine) =>
    before.price !== (view === 'trial' ? after.price : paid);
  return (
    <Dialog
      title={`${order.orderNo} ${order.customerName}`}
      width={800}
      footer={null}
      isTransient
      onCancel={onClose}
      classNames={{ body: styles.receipts }}
    >
      {orders.length > 1 ? (
        <div className={styles.scroll}>
          <Segmented<number>
            aria-label="变化最大的订单"
            value={order.id}
            options={orders.map(({ id: value, orderNo }) => ({ value, label: orderNo }))}
            onChange={setOrderId}
          />
        </div>
      ) : null}
      <p>
        {order.charges ? '零件与附加费：' : ''}成交 {formatYuan(orderTotal.paid)}，现价{' '}
        {formatYuan(orderTotal.before)}，{trialName} {formatYuan(orderTotal.after)}：
        <strong>
          {changeText(orderTotal)}（{percentText(orderTotal)}）
        </strong>
      </p>
      <Segmented<View>
        aria-label="比较"
        value={view}
        options={[
          { value: 'trial', label: `现价与${trialName}` },
          { value: 'sold', label: '成交时与现价' },
        ]}
        onChange={setView}
      />
      <QueryContent query={useEndpoint(orderReceiptsQuery(id, order.id))} label="明细" rows={8}>
        {({ lines }) =>
          lines
            .toSorted((a, b) => Number(isChanged(b)) - Number(isChanged(a)))
            .map((line) => <Receipt key={line.lineNo} line={line} trialName={trialName} view={view} />)
        }
      </QueryContent>
      {order.charges ? <OrderCharges order={order} charges={order.charges} trialName={trialName} /> : null}
    </Dialog>
  );
}

function Receipt({ line, trialName, view }: { line: ReceiptLine; trialName: string; view: View }) {
  const { before, after } = line;
  const title = itemTitle(line.lineNo, enteredName(line));
  const [left, right] = view === 'trial' ? [before.trace, after.trace] : [line.trace, before.trace];
  return (
    <section className={styles.receipt} aria-label={title}>
      <h3>{title}</h3>
      <p className={styles.muted}>
        {line.materialName}，{line.num} 件；成交 {formatYuan(line.paid)}，现价 {priceText(before)}，
        {trialName} {priceText(after)}
      </p>
      {left ? (
        <div className={styles.scroll}>
          <TraceTable
            item={{ ...line, trace: left }}
            comparedTrace={right}
            headings={view === 'trial' ? ['现价', trialName] : ['成交时', '现价']}
          />
        </div>
      ) : null}
    </section>
  );
}

function priceText({ price, trace, reason }: ReceiptLine['before']): string {
  if (price === null) return `无（${reason}）`;
  return trace ? formatYuan(price) : `${formatYuan(price)}（人工报价，不变）`;
}
