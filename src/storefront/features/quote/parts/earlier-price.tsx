import { Link } from 'wouter';
import { formatFen, type Fen } from '#domain/money.ts';
import { lineFromTrace } from '#domain/pricing/line.ts';
import { LINE_PRICE_LABEL, linePrice } from '#domain/pricing/line-price.ts';
import { explainPriceDifference, type PriceReason } from '#domain/pricing/price-difference.ts';
import { processKey } from '#domain/process-tree/process-tree.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { paths } from '#storefront/app/paths.ts';
import { Facts } from '#storefront/ui/facts.tsx';
import { findMaterial, nodesById, type QuoteCatalogue } from '../draft/catalogue-types.ts';
import type { EarlierLine, PartDraft } from '../draft/draft.ts';
import type { PartPrice } from '../draft/price-draft.ts';
import styles from './earlier-price.module.css';

interface EarlierPriceProps {
  part: PartDraft;
  earlier: EarlierLine;
  price: PartPrice;
  catalogue: QuoteCatalogue;
}

/** Compares a repeat part's current price with the earlier one; shows the reasons, and choices no longer offered. */
export function EarlierPrice({ part, earlier, price, catalogue }: EarlierPriceProps) {
  const { trace: earlierTrace, orderId, orderNo, at, isOrdered } = earlier;
  const { fen: earlierFen } = lineFromTrace(earlierTrace);
  const withdrawn = withdrawnChoices(part, earlier, catalogue);
  const current = price.isPriced && price.missing.length === 0 ? price.price : undefined;
  const names = namesOf(earlier, catalogue);
  const reasons = current && explainPriceDifference(earlierTrace, current.trace, names);
  return (
    <section className={styles.earlier} aria-label="与上次比较">
      <p>
        <strong>返单</strong> 上次{isOrdered ? '下单' : '报价'}{' '}
        <Link to={paths.orderDetails(orderId)}>{orderNo}</Link>，{dateText(at)}
      </p>
      <Facts
        className={styles.figures}
        facts={[
          ['上次', earlierFen === null ? '没有报价' : renderFigure(earlierFen, earlierTrace.num)],
          ['本次', current ? renderFigure(current.subTotalFen, current.trace.num) : missingPriceText(price)],
          ['差额', current && earlierFen !== null && signedText(current.subTotalFen - earlierFen)],
        ]}
      />
      {withdrawn.length > 0 && (
        <ul className={styles.withdrawn} aria-label="需要重新选择">
          {withdrawn.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {reasons && <Reasons reasons={reasons} />}
    </section>
  );
}

const renderFigure = (fen: Fen, num: number) => (
  <>
    {formatFen(fen)}
    <small>
      {num} 件，{LINE_PRICE_LABEL} ¥{linePrice(fen, num).figure}
    </small>
  </>
);

function Reasons({ reasons }: { reasons: readonly PriceReason[] }) {
  if (reasons.length === 0) return <p>价格与上次相同</p>;
  return (
    <ul className={styles.reasons} aria-label="价格变化的原因">
      {reasons.map(({ text, fen }) => (
        <li key={text}>
          <span>{text}</span>
          <span>{signedText(fen)}</span>
        </li>
      ))}
    </ul>
  );
}

const signedText = (fen: number): string =>
  fen === 0 ? '不变' : `${fen > 0 ? '+' : '−'}${formatFen(Math.abs(fen))}`;

function missingPriceText(price: PartPrice): string {
  if (price.isPriced) return `请选择${price.missing.join('、')}`;
  return price.isUnpriced || price.reviewReasons ? '待人工报价' : '待完善';
}

/** Current names; the earlier names of options that no longer exist. */
function namesOf({ names }: EarlierLine, { tree }: QuoteCatalogue) {
  const nodes = nodesById(tree);
  const nameOf = (id: number) => nodes.get(id)?.name ?? names[id] ?? '';
  return { process: nameOf, option: nameOf };
}

/** Earlier choices that are no longer offered and not replaced yet. */
function withdrawnChoices(
  part: PartDraft,
  { trace, names }: EarlierLine,
  catalogue: QuoteCatalogue,
): string[] {
  if (part.materialId === null)
    return findMaterial(catalogue, trace.materialId)
      ? []
      : [`上次的材料“${trace.materialName}”已下架，请重新选择材料`];
  const nodes = nodesById(catalogue.tree);
  return trace.options
    .filter(
      ({ processId, optionId }) =>
        !nodes.has(optionId) && part.selections[processKey(processId)] === undefined,
    )
    .map(({ processId, optionId }) => {
      const choice = `上次的${names[processId] ?? ''}“${names[optionId] ?? ''}”`;
      return nodes.has(processId) ? `${choice}已下架，请重新选择` : `${choice}已不再提供`;
    });
}
