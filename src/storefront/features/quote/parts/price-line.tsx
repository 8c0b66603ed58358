import { formatFen, type Fen } from '#domain/money.ts';
import { Icon } from '#storefront/ui/icons.tsx';
import type { PartPrice } from '../draft/price-draft.ts';
import styles from './price-line.module.css';

interface PriceLineProps {
  price: PartPrice;
  /** Per piece after the quantity factor, for more than one piece. */
  pieceFen?: Fen;
  receiptId: string;
  isReceiptOpen: boolean;
  onToggleReceipt: () => void;
}

/** Unit price, subtotal and delivery time of a part. */
export function PriceLine(props: PriceLineProps) {
  const { price, pieceFen, receiptId, isReceiptOpen, onToggleReceipt } = props;
  if (!price.isPriced) return <p className={styles.unpriced}>{price.reason}</p>;
  const { unitPriceFen, subTotalFen, deliveryDays } = price.price;
  return (
    <div className={styles.line}>
      <dl className={styles.figures}>
        <Figure label="单价" value={formatFen(unitPriceFen)} />
        {pieceFen !== undefined && <Figure label="批量单价" value={formatFen(pieceFen)} />}
        <Figure label="小计" value={formatFen(subTotalFen)} isStrong />
        <Figure label="交期" value={`${deliveryDays} 天`} />
      </dl>
      {price.missing.length > 0 && (
        <p className={styles.missing}>暂估价，还需选择：{price.missing.join('、')}</p>
      )}
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isReceiptOpen}
        aria-controls={receiptId}
        onClick={onToggleReceipt}
      >
        价格说明
        <Icon name="chevron" />
      </button>
    </div>
  );
}

function Figure({ label, value, isStrong = false }: { label: string; value: string; isStrong?: boolean }) {
  return (
    <div className={isStrong ? styles.strong : undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
