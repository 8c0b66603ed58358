import type { DataOf } from '#contract/endpoint.ts';
import { shipDayLabel } from '#domain/orders/ship-day-label.ts';
import type { OrderWithExt } from '#contract/order-data.ts';
import type { orders } from '#contract/orders.ts';
import { chargeTitle } from '#domain/pricing/charges.ts';
import { differenceFen, formatFen, formatYuan } from '#domain/money.ts';
import styles from '#storefront/ui/comparison-table.module.css';
import { dateText } from '#domain/shanghai-time.ts';

interface RepriceTableProps {
  order: OrderWithExt;
  repriced: DataOf<typeof orders.reprice>;
}

/** Old and new price of each part and of the total; why a part can no longer be priced. */
export function RepriceTable({ order, repriced: { quotation, items, reason } }: RepriceTableProps) {
  const now = new Map(items.map((item) => [item.lineNo, item]));
  return (
    <>
      <p className={styles.lead}>
        {quotation
          ? '请核对新旧价格。确认后保存为新版本，有效期和发货日期重新计算。'
          : '有零件不能按原来的选择报价，请修改后再保存。'}
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">零件</th>
            <th scope="col">第 {order.revision} 版</th>
            <th scope="col">现价</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.id}>
              <th scope="row">
                {item.name} <span className={styles.num}>× {item.num}</span>
              </th>
              <td>{item.line_total === null ? '待报价' : formatYuan(item.line_total)}</td>
              <Now before={item.line_total ?? 0} {...now.get(item.lineNo)} />
            </tr>
          ))}
        </tbody>
        {order.charges.length > 0 && (
          <tbody>
            {order.charges.map((charge, index) => (
              <tr key={`${index} ${charge.label}`}>
                <th scope="row">{chargeTitle(charge)}</th>
                <td>{formatYuan(charge.amount)}</td>
                <td>—</td>
              </tr>
            ))}
          </tbody>
        )}
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            <td>{formatYuan(order.price)}</td>
            <Now before={order.price} sub_total={quotation?.price ?? null} reason={quotation ? '' : '—'} />
          </tr>
          <tr>
            <th scope="row">{shipDayLabel('quoted')}</th>
            <td>{dateText(order.promisedDate)}</td>
            <td>{quotation ? dateText(quotation.promisedDate) : '—'}</td>
          </tr>
        </tfoot>
      </table>
      {!quotation && items.every((item) => item.reason === '') && <p role="alert">{reason}</p>}
    </>
  );
}

interface NowProps {
  before: number | string;
  sub_total?: number | string | null;
  reason?: string;
}

function Now({ before, sub_total: after = null, reason = '' }: NowProps) {
  if (after === null) return <td className={styles.reason}>{reason}</td>;
  const difference = differenceFen(after, before);
  return (
    <td>
      {formatYuan(after)}
      <span className={styles.detail} data-direction={Math.sign(difference)}>
        {difference === 0 ? '不变' : `${difference > 0 ? '+' : '−'}${formatFen(Math.abs(difference))}`}
      </span>
    </td>
  );
}
