import { formatYuan } from '#domain/money.ts';
import type { AffectedOrder, ChargeRow } from '#contract/prices/replay-result.ts';
import { FigureTable, type Column } from '../../components/figure-table.tsx';
import { priceBookColumns } from './book-columns.ts';
import type { Amounts } from './change-texts.ts';
import styles from './price-replay.module.css';

interface Props {
  order: AffectedOrder;
  charges: Amounts;
  trialName: string;
}

export function OrderCharges({ order, charges, trialName }: Props) {
  const rows: ChargeRow[] = [
    ...order.chargeRows,
    { ...noReasons, label: '附加费合计', ...charges },
    { ...noReasons, label: '零件小计', paid: order.paid, before: order.before, after: order.after },
  ];
  const columns: Column<ChargeRow>[] = [
    { head: '名称', text: ({ label, isByHand }) => (isByHand ? `${label}（人工填写，不变）` : label) },
    { head: '成交', text: ({ paid }) => amountText(paid) },
    ...priceBookColumns<ChargeRow>(trialName, (row, book) => amountText(row[book])),
    { head: '算法', isText: true, text: basisText },
  ];
  return (
    <section className={styles.receipt} aria-label="附加费与折扣">
      <h3>附加费与折扣</h3>
      <FigureTable title="附加费与折扣" rows={rows} rowKey={rowKeyOf(rows)} columns={columns} />
    </section>
  );
}

const noReasons = { isByHand: false, beforeReason: '', afterReason: '' };

const rowKeyOf = (rows: readonly ChargeRow[]) => (row: ChargeRow) => rows.indexOf(row);

const amountText = (yuan: number | null): string => (yuan === null ? '无' : formatYuan(yuan));

/** The explanations of both amounts, or a single one if they are the same. */
const basisText = ({ beforeReason, afterReason }: ChargeRow): string =>
  beforeReason === afterReason ? afterReason : [beforeReason || '无', afterReason || '无'].join(' → ');
