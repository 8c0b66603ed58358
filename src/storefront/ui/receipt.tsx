import type { PriceTrace } from '#domain/pricing/types.ts';
import { formatYuan } from '#domain/money.ts';
import styles from './receipt.module.css';
import hidden from './visually-hidden.module.css';

interface ReceiptProps {
  trace: PriceTrace;
  /** The name of a process or option; undefined shows its id. */
  nameOf: (id: number) => string | undefined;
}

interface Line {
  label: string;
  detail?: string;
  value: string;
  days?: string;
  isSum?: boolean;
}

/** Explains a price: one line per factor, in the order in which they were applied. */
export function Receipt({ trace, nameOf }: ReceiptProps) {
  return (
    <table className={styles.receipt}>
      <caption className={hidden.visuallyHidden}>价格说明</caption>
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col" className={styles.number}>
            金额
          </th>
          <th scope="col" className={styles.number}>
            工期
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
    </table>
  );
}

/** The lines of a receipt, as text. */
function receiptLines(trace: PriceTrace, nameOf: (id: number) => string | undefined): Line[] {
  const { num, ratio, quantityFactor, quantityExponent, timeFactor, speed } = trace;
  return [
    {
      label: `加工基价 ${trace.materialName}`,
      detail: '每件；按材料分类',
      value: formatYuan(trace.machiningPrice),
      days: daysText(trace.baseDays),
    },
    ...trace.options.map((option) => ({
      label: `${nameOf(option.processId) ?? `工艺 ${option.processId}`}：${nameOf(option.optionId) ?? `选项 ${option.optionId}`}`,
      value: option.price === 0 ? NOTHING : `+${formatYuan(option.price)}`,
      days: option.time === 0 ? NOTHING : `+${daysText(option.time)}`,
    })),
    {
      label: '体积系数',
      detail:
        ratio > 1
          ? `零件 ${volumeText(trace.partVolume)} ÷ 毛坯 ${volumeText(trace.stockVolume)}`
          : '零件不超出毛坯，不加价',
      value: `× ${factorText(ratio)}`,
    },
    {
      label: '单价',
      detail: '每件，不含数量优惠',
      value: formatYuan(trace.unit_price),
      days: daysText(trace.days),
      isSum: true,
    },
    { label: '数量', value: `× ${num}` },
    {
      label: '数量优惠系数',
      detail: `${num} 的 ${quantityExponent} 次方`,
      value: `× ${factorText(quantityFactor)}`,
    },
    { label: '工期系数', detail: `${num} 的 ${speed} 次方`, value: '', days: `× ${factorText(timeFactor)}` },
    { label: '小计', value: formatYuan(trace.sub_total), days: daysText(trace.delivery_time), isSum: true },
  ];
}

/** An option that adds nothing. */
const NOTHING = '—';

const plain = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 });
const precise = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 4 });

export const daysText = (days: number) => `${plain.format(days)} 天`;
const factorText = (factor: number) => precise.format(factor);
/** Converts mm³ to cm³, the usual unit. */
const volumeText = (mm3: number) => `${plain.format(mm3 / 1000)} cm³`;
