import { shipDateLabel } from '#domain/orders/ship-date-label.ts';
import { chargeInFen } from '#contract/orders/charges.ts';
import type { DataOf } from '#contract/kernel/endpoint.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { orders } from '#contract/orders/orders.ts';
import { lineTitle } from '#domain/parts/line-title.ts';
import { chargeTitle, chargeValueText } from '#domain/pricing/charges.ts';
import { differenceFen, formatFen, formatYuan } from '#domain/money.ts';
import styles from '#storefront/ui/comparison-table.module.css';
import { dateText } from '#domain/shanghai-time.ts';

interface RepriceTableProps {
  order: OrderWithExt;
  result: DataOf<typeof orders.reprice>;
}

/** Compares old and new prices of parts and total; shows why a part can no longer be priced. */
export function RepriceTable({ order, result: { quotation, items, reason } }: RepriceTableProps) {
  const current = new Map(items.map((item) => [item.lineNo, item]));
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
                {lineTitle(item)} <span className={styles.num}>× {item.num}</span>
              </th>
              <td>{item.line_total === null ? '待报价' : formatYuan(item.line_total)}</td>
              <NewPrice before={item.line_total ?? 0} {...current.get(item.lineNo)} />
            </tr>
          ))}
        </tbody>
        <ChargeRows before={order.charges} after={quotation?.charges ?? []} />
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            <td>{formatYuan(order.price)}</td>
            <NewPrice
              before={order.price}
              sub_total={quotation?.price ?? null}
              reason={quotation ? '' : '—'}
            />
          </tr>
          <tr>
            <th scope="row">{shipDateLabel('quoted')}</th>
            <td>{dateText(order.promisedDate)}</td>
            <td>{quotation ? dateText(quotation.promisedDate) : '—'}</td>
          </tr>
        </tfoot>
      </table>
      {!quotation && items.every((item) => item.reason === '') && <p role="alert">{reason}</p>}
    </>
  );
}

type Charges = OrderWithExt['charges'];

/** Old and new charges; those of the same rule share a row. */
function ChargeRows({ before, after }: { before: Charges; after: Charges }) {
  if (before.length + after.length === 0) return null;
  const rows = [
    ...before.map((old) => ({
      old,
      latest: after.find(({ ruleId }) => ruleId !== undefined && ruleId === old.ruleId),
    })),
    ...after
      .filter((latest) => !before.some(({ ruleId }) => ruleId === latest.ruleId))
      .map((latest) => ({ old: undefined, latest })),
  ];
  return (
    <tbody>
      {rows.map(({ old, latest }, index) => (
        <tr key={`${index} ${titleOf(latest ?? old)}`}>
          <th scope="row">{titleOf(latest ?? old)}</th>
          <td>{old ? chargeValueText(chargeInFen(old)) : '—'}</td>
          {old && latest && latest.kind !== 'days' ? (
            <NewPrice before={old.amount} sub_total={latest.amount} />
          ) : (
            <td>{latest ? chargeValueText(chargeInFen(latest)) : '—'}</td>
          )}
        </tr>
      ))}
    </tbody>
  );
}

const titleOf = (charge: Charges[number] | undefined) => (charge ? chargeTitle(charge) : '');

interface NewPriceProps {
  before: number | string;
  sub_total?: number | string | null;
  reason?: string;
}

function NewPrice({ before, sub_total: after = null, reason = '' }: NewPriceProps) {
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
