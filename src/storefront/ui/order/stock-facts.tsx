import type { StockPlan } from '#domain/stock/plan-stock.ts';
import { noStockText, percentText, pieceText, weightText } from '#domain/stock/stock-texts.ts';
import { useId, type ReactNode } from 'react';
import { Facts } from '../facts.tsx';
import styles from './stock-facts.module.css';

interface StockFactsProps {
  stock: StockPlan;
  children?: ReactNode;
}

/** The stock that a part is cut from, its utilisation, and the weights of the stock and the part. */
export function StockFacts({ stock, children }: StockFactsProps) {
  const id = useId();
  const { piece, utilisation, partKg, stockKg, isByHand, source } = stock;
  return (
    <section className={styles.stock} aria-labelledby={id}>
      <h4 id={id}>
        下料毛坯
        {piece && (
          <span className={isByHand ? styles.byHand : styles.mark}>{isByHand ? '手工' : '自动选择'}</span>
        )}
        <small>每件；只作说明，不影响价格</small>
      </h4>
      {!piece && <p className={styles.none}>{noStockText(stock)}</p>}
      <Facts
        className={styles.facts}
        facts={[
          ['毛坯', piece ? pieceText(piece) : ''],
          ['毛坯重量', stockKg === null ? '' : weightText(stockKg)],
          ['零件重量', partKg === null ? '' : weightText(partKg)],
          ['材料利用率', utilisation === null ? '' : percentText(utilisation)],
        ]}
      />
      <p className={styles.source}>
        {source === 'model'
          ? '体积与外形取自模型'
          : '按填写的外形尺寸；有三维模型时还显示零件重量与材料利用率'}
      </p>
      {children}
    </section>
  );
}
