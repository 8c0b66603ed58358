import type { OrderItem } from '#contract/orders/order-data.ts';
import { noStockText, percentText, pieceText, weightText } from '#domain/stock/stock-texts.ts';
import { Tag } from '../../../field-types/tag.tsx';
import styles from './part-stock.module.css';

type Stock = NonNullable<OrderItem['stock']>;

/** The stock that the part is sawn from, as stored with the order. */
export function PartStock({ stock, num, lineNo }: { stock: Stock; num: number; lineNo: number }) {
  const { piece, stockKg, isByHand } = stock;
  return (
    <section className={styles.stock} aria-label={`零件 ${lineNo} 的下料毛坯`}>
      <p className={styles.piece}>
        <span className={styles.label}>下料毛坯</span>
        <span>{piece ? pieceText(piece) : noStockText(stock)}</span>
        {piece ? <Tag color={isByHand ? 'orange' : undefined}>{isByHand ? '手工' : '自动选择'}</Tag> : null}
      </p>
      <dl className={styles.figures}>
        {figuresOf(stock, num).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>依据</dt>
          <dd>{stock.source === 'model' ? '三维模型' : '填写的外形尺寸'}</dd>
        </div>
      </dl>
      {num > 1 && stockKg !== null ? (
        <p className={styles.label}>
          {num} 件共需毛坯 {weightText(num * stockKg)}
        </p>
      ) : null}
    </section>
  );
}

function figuresOf({ partKg, stockKg, utilisation }: Stock, num: number): [label: string, value: string][] {
  const perPiece = num > 1 ? '每件' : '';
  return [
    ...(stockKg === null ? [] : [[`${perPiece}毛坯重量`, weightText(stockKg)] as [string, string]]),
    ...(partKg === null ? [] : [[`${perPiece}零件重量`, weightText(partKg)] as [string, string]]),
    ...(utilisation === null ? [] : [['材料利用率', percentText(utilisation)] as [string, string]]),
  ];
}
