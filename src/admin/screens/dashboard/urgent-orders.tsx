import { Empty } from 'antd';
import { Link } from 'react-router';
import type { DeliveryFigures } from '#contract/system/dashboards.ts';
import { FigureTable, type Column } from '../../components/figure-table.tsx';
import page from '../../components/page/page.module.css';
import { useOrderStatus } from '../../resources/order/order-status-options.ts';
import styles from './dashboard.module.css';

/** The open orders that should ship first. */
export function UrgentOrders({ orders }: { orders: DeliveryFigures['urgent'] }) {
  return (
    <section className={`${page.card} ${styles.card}`} aria-label="最紧急的订单">
      <h2>最紧急的订单（现在）</h2>
      {orders.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有待交付的订单" />
      ) : (
        <FigureTable title="最紧急的订单" rows={orders} rowKey={({ id }) => id} columns={columns} isShort />
      )}
    </section>
  );
}

const columns: Column<DeliveryFigures['urgent'][number]>[] = [
  { head: '订单编号', text: ({ id, orderNo }) => <Link to={`/admin/user/order/${id}`}>{orderNo}</Link> },
  {
    head: '剩余',
    text: ({ daysLeft }) => <span data-mood={daysLeft < 0 ? 'bad' : undefined}>{leftText(daysLeft)}</span>,
  },
  { head: '承诺发货日', text: ({ promisedDate }) => promisedDate },
  { head: '状态', text: ({ status }) => <StatusName status={status} />, isText: true },
  {
    head: '内容',
    text: ({ summary }) => <span className={styles.parts}>{summary}</span>,
    isText: true,
  },
];

function StatusName({ status }: { status: string }) {
  return useOrderStatus()(status).label;
}

function leftText(daysLeft: number): string {
  if (daysLeft < 0) return `逾期 ${-daysLeft} 天`;
  return daysLeft === 0 ? '今天' : `${daysLeft} 天`;
}
