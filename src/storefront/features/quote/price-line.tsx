import { moneyText } from '#storefront/ui/money.tsx';
import { Icon } from './icons.tsx';
import type { PartPrice } from './price-draft.ts';
import styles from './price-line.module.css';

interface PriceLineProps {
  price: PartPrice;
  /** Yuan per piece after the quantity factor, for more than one piece. */
  pieceYuan?: number;
  receiptId: string;
  isReceiptOpen: boolean;
  onToggleReceipt: () => void;
}

/** The figures of a part: what one piece costs, what all of them cost, and how long they take. */
export function PriceLine(props: PriceLineProps) {
  const { price, pieceYuan, receiptId, isReceiptOpen, onToggleReceipt } = props;
  if (!price.isPriced) return <p className={styles.unpriced}>{price.reason}</p>;
  const { unit_price, sub_total, delivery_time } = price.price;
  return (
    <div className={styles.line}>
      <dl className={styles.figures}>
        <Figure label="单价" value={moneyText(unit_price)} />
        {pieceYuan !== undefined && <Figure label="批量单价" value={moneyText(pieceYuan)} />}
        <Figure label="小计" value={moneyText(sub_total)} isStrong />
        <Figure label="交期" value={`${delivery_time} 天`} />
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
