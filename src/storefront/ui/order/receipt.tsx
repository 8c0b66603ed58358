import { formatFen, formatYuan } from '#domain/money.ts';
import type { LabelledShare } from '#domain/pricing/charges.ts';
import type { PriceTrace } from '#domain/pricing/types.ts';
import { receiptLines, type NameOf } from './receipt-lines.ts';
import styles from './receipt.module.css';
import hidden from '../visually-hidden.module.css';

interface ReceiptProps {
  trace: PriceTrace;
  nameOf: NameOf;
  /** Charges from the part's model measurements. */
  shares?: readonly LabelledShare[];
}

/** Explains a price: one line per factor, in order of application, and the formula on demand. */
export function Receipt({ trace, nameOf, shares = [] }: ReceiptProps) {
  return (
    <>
      <table className={styles.receipt}>
        <caption className={hidden.visuallyHidden}>价格说明</caption>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col" className={styles.number}>
              金额
            </th>
            <th scope="col" className={styles.number}>
              工作日
            </th>
          </tr>
        </thead>
        <tbody>
          {receiptLines(trace, nameOf).map((line) => (
            <tr key={line.label} className={line.isSum === true ? styles.sum : undefined}>
              <th scope="row">
                {line.label}
                {line.detail !== undefined && <small className={styles.detail}>{line.detail}</small>}
              </th>
              <td className={styles.number}>{line.value}</td>
              <td className={styles.number}>{line.days}</td>
            </tr>
          ))}
        </tbody>
        {shares.length > 0 && <Shares shares={shares} />}
      </table>
      {/* Not for a part whose price staff had to set, which has an `open` step. */}
      {trace.steps?.some(({ kind }) => kind === 'open') !== true && (
        <details className={styles.formula}>
          <summary>计算公式</summary>
          <Formula trace={trace} />
        </details>
      )}
    </>
  );
}

/** Shown with the part although not in its sub-total, so that the customer sees what causes the charges. */
function Shares({ shares }: { shares: readonly LabelledShare[] }) {
  return (
    <tbody>
      <tr className={styles.sum}>
        <th scope="rowgroup" colSpan={3}>
          这个零件的附加费
          <small className={styles.detail}>按三维模型计算，已计入附加费，不在小计内</small>
        </th>
      </tr>
      {shares.map(({ kind, label, reason, amountFen }) => (
        <tr key={`${label} ${reason}`}>
          <th scope="row">
            {label}
            <small className={styles.detail}>{reason}</small>
          </th>
          <td className={styles.number}>{kind === 'days' ? '' : formatFen(amountFen)}</td>
          <td>{''}</td>
        </tr>
      ))}
    </tbody>
  );
}

function Formula({ trace }: { trace: PriceTrace }) {
  const { num, ratio, unit, quantityExponent, quantityFactor, speed, timeFactor } = trace;
  return (
    <ul>
      <li>
        体积系数 = 零件 {volumeText(trace.partVolume)} ÷ 基准体积 {volumeText(trace.stockVolume)}，不小于 1 ={' '}
        {factorText(ratio)}
      </li>
      <li>
        基准单价 = {formatYuan(unit)} × {factorText(ratio)} = {formatYuan(trace.unit_price)}
      </li>
      <li>
        数量系数 = {num}
        <sup>{quantityExponent}</sup> = {factorText(quantityFactor)}
      </li>
      <li>
        小计 = {formatYuan(unit)} × {factorText(ratio)} × {num} × {factorText(quantityFactor)} ={' '}
        {formatYuan(trace.sub_total)}
      </li>
      <li>
        工作日 = {trace.days} × {num}
        <sup>{speed}</sup> = {trace.days} × {factorText(timeFactor)} = {trace.delivery_time}，不足一天按一天计
      </li>
      <li>系数在此显示四位小数，计算时不舍入；金额只在最后四舍五入到分。</li>
    </ul>
  );
}

const factorFormat = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 4 });
const volumeFormat = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 });

const factorText = (factor: number) => factorFormat.format(factor);
/** Converts mm³ to cm³, the usual unit. */
const volumeText = (mm3: number) => `${volumeFormat.format(mm3 / 1000)} cm³`;
