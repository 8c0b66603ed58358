import { LINE_PRICE_LABEL, piecePriceText } from '#domain/pricing/line-price.ts';
import { dateText } from '#domain/shanghai-time.ts';
import type { EarlierPart } from '#contract/orders/earlier-parts.ts';
import type { OrderItem } from '#contract/orders/order-data.ts';
import { Link } from 'react-router';
import { lineText } from './line-text.ts';
import { ORDERS_PATH } from '../order-queries.ts';
import styles from './part-model.module.css';

const likenessTexts: Readonly<Record<EarlierPart['likeness'], string>> = {
  same: '',
  mirrored: '镜像件，请核对方向',
  '25.4': '本次 ×25.4 后相同，单位可能不对',
  '1/25.4': '本次 ÷25.4 后相同，单位可能不对',
};

interface Props {
  item: OrderItem;
  earlier: readonly EarlierPart[];
}

const priceText = ({ num, ...item }: Pick<OrderItem, 'line_total' | 'trace' | 'num'>) =>
  item.line_total === null ? lineText(item) : `${LINE_PRICE_LABEL} ${piecePriceText(item.line_total, num)}`;

/** Orders of this part by the same customer, with what they paid. */
export function EarlierParts({ item, earlier }: Props) {
  return (
    <section aria-label="该客户曾下单">
      <p className={styles.muted}>该客户曾下单，本次{priceText(item)}：</p>
      <ul className={styles.findings}>
        {earlier.map((earlierPart) => (
          <li key={`${earlierPart.orderId} ${earlierPart.item.lineNo}`}>
            <Link to={`${ORDERS_PATH}/${earlierPart.orderId}`}>{earlierPart.orderNo}</Link>{' '}
            {dateText(earlierPart.placedAt)} · {earlierPart.item.materialName} × {earlierPart.item.num} 件 ·{' '}
            {priceText(earlierPart.item)}
            {earlierPart.likeness === 'same' ? null : (
              <small className={styles.state}> {likenessTexts[earlierPart.likeness]}</small>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
