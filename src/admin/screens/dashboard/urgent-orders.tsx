import { Empty } from 'antd';
import { Link } from 'react-router';
import type { DeliveryFigures } from '#contract/dashboards.ts';
import { orderStatusLabels } from '#domain/orders/order-status.ts';
import page from '../../components/page.module.css';
import styles from './dashboard.module.css';

const labels: Readonly<Record<string, string>> = orderStatusLabels;

/** The open orders that should ship first. */
export function UrgentOrders({ orders }: { orders: DeliveryFigures['urgent'] }) {
  return (
    <section className={`${page.card} ${styles.card}`} aria-label="最紧急的订单">
      <h2>最紧急的订单（现在）</h2>
      {orders.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有待交付的订单" />
      ) : (
        <div className={styles.tableScroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">订单编号</th>
                <th scope="col" className={styles.summary}>
                  内容
                </th>
                <th scope="col" className={styles.summary}>
                  状态
                </th>
                <th scope="col">承诺发货日</th>
                <th scope="col">剩余</th>
              </tr>
            </thead>
            <tbody>
              {orders.map(({ id, orderNo, summary, status, promisedDate, daysLeft }) => (
                <tr key={id}>
                  <th scope="row">
                    <Link to={`/admin/user/order/${id}`}>{orderNo}</Link>
                  </th>
                  <td className={styles.summary}>{summary}</td>
                  <td className={styles.summary}>{labels[status] ?? status}</td>
                  <td>{promisedDate}</td>
                  <td data-mood={daysLeft < 0 ? 'bad' : undefined}>{leftText(daysLeft)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function leftText(daysLeft: number): string {
  if (daysLeft < 0) return `逾期 ${-daysLeft} 天`;
  return daysLeft === 0 ? '今天' : `${daysLeft} 天`;
}
