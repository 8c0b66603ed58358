import type { Quotation } from '#contract/orders/quotes.ts';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { formatFen, formatYuan } from '#domain/money.ts';
import { sumOfCharges } from '#domain/pricing/charges.ts';
import styles from '#storefront/ui/comparison-table.module.css';
import { withNewPrice } from './new-price.ts';
import { amountText, type OrderToPlace } from './order-to-place.ts';

interface PriceChangeProps {
  before: OrderToPlace;
  figures: Quotation;
}

/** Old and new figures side by side; changes are highlighted. */
export function PriceChange({ before, figures }: PriceChangeProps) {
  const after = withNewPrice(before, figures);
  return (
    <>
      <p className={styles.lead}>您填写期间，价格或交期有更新。请核对后决定是否接受：</p>
      {figures.leadNotice !== undefined && <p className={styles.lead}>{figures.leadNotice}</p>}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">零件</th>
            <th scope="col">原价</th>
            <th scope="col">新价</th>
          </tr>
        </thead>
        <tbody>
          {before.lines.map((line, index) => (
            <Row
              key={line.key}
              label={line.title}
              num={line.num}
              before={amountText(line)}
              after={amountText(after.lines[index] ?? line)}
            />
          ))}
        </tbody>
        <ChargeRows before={before} after={after} />
        <tfoot>
          <Row label="合计" before={formatYuan(before.price)} after={formatYuan(after.price)} />
          <tr>
            <th scope="row">交期</th>
            <Delivery order={before} />
            <Delivery order={after} />
          </tr>
        </tfoot>
      </table>
    </>
  );
}

function ChargeRows({ before, after }: { before: OrderToPlace; after: OrderToPlace }) {
  const titles = new Set([...(before.charges ?? []), ...(after.charges ?? [])].map(({ title }) => title));
  if (titles.size === 0) return null;
  const amountOf = ({ charges = [] }: OrderToPlace, title: string) => {
    const matching = charges.filter((charge) => charge.title === title);
    if (matching.length <= 1) return matching[0]?.value ?? '—';
    return formatFen(sumOfCharges(matching));
  };
  return (
    <tbody>
      {[...titles].map((title) => (
        <Row key={title} label={title} before={amountOf(before, title)} after={amountOf(after, title)} />
      ))}
    </tbody>
  );
}

interface RowProps {
  label: string;
  num?: number;
  before: string;
  after: string;
}

function Row({ label, num, before, after }: RowProps) {
  return (
    <tr data-changed={before !== after || undefined}>
      <th scope="row">
        {label}
        {num !== undefined && <span className={styles.num}> × {num}</span>}
      </th>
      <td>{before}</td>
      <td className={styles.after}>{after}</td>
    </tr>
  );
}

function Delivery({ order: { deliveryTime, shipsOn } }: { order: OrderToPlace }) {
  return (
    <td>
      {workingDaysText(deliveryTime)}
      {shipsOn !== undefined && <span className={styles.detail}>{shipsOn}</span>}
    </td>
  );
}
