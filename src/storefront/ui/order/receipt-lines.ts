import { workingDays } from '#domain/delivery/ship-date.ts';
import { differenceFen, fenFromYuan, formatFen, formatYuan, round2 } from '#domain/money.ts';
import type { PriceTrace, TracedOption, TraceStep } from '#domain/pricing/types.ts';

/** Returns the name of a process or option; undefined to show the id. */
export type NameOf = (id: number) => string | undefined;

export interface ReceiptLine {
  label: string;
  detail?: string;
  value: string;
  /** Working days, formatted. */
  days: string;
  isSum?: boolean;
}

/**
 * The lines of a receipt in formula order, then staff decisions. Printed amounts add up exactly: each line is
 * the difference between two printed sums. Factors without effect are omitted.
 */
export function receiptLines(trace: PriceTrace, nameOf: NameOf): ReceiptLine[] {
  const steps = trace.steps ?? [];
  const staffLines = steps.flatMap(stepLine);
  // A part whose price staff had to set shows only their decisions.
  if (steps.some(({ kind }) => kind === 'open')) return staffLines;
  return [
    {
      label: `加工基价 ${trace.materialName}`,
      detail: '每件；按材料分类',
      value: formatYuan(trace.machiningPrice),
      days: numberText(trace.baseDays),
    },
    ...optionLines(trace.options, nameOf),
    ...sizeLine(trace),
    {
      label: '基准单价',
      detail: '每件，不含数量优惠',
      value: formatYuan(trace.unit_price),
      days: numberText(trace.days),
      isSum: true,
    },
    ...quantityLines(trace),
    {
      label: steps.length === 0 ? '小计' : '自动报价',
      ...(Number.isInteger(trace.delivery_time) ? {} : { detail: '工作日不足一天按一天计' }),
      value: formatYuan(trace.sub_total),
      days: String(workingDays(trace.delivery_time)),
      isSum: true,
    },
    ...staffLines,
  ];
}

/** A staff decision; the last one is final. */
function stepLine(step: TraceStep, index: number, steps: readonly TraceStep[]): ReceiptLine[] {
  if (step.kind === 'open') {
    const detail = `${step.isHeld ? '' : '材料或工艺没有在线价格，'}由我们人工报价`;
    return index === steps.length - 1 ? [{ label: '待报价', detail, value: '', days: '' }] : [];
  }
  const earlier = steps.slice(0, index).filter(({ kind }) => kind === step.kind).length;
  const ordinal = earlier === 0 ? '' : `（第 ${earlier + 1} 次）`;
  const isSum = index === steps.length - 1;
  if (step.kind === 'declined')
    return [{ label: `不报价${ordinal}`, detail: step.reason, value: '不计入', days: '', isSum }];
  const { amount, days, reason } = step;
  const value = formatYuan(amount);
  const detail = reason === '' ? {} : { detail: reason };
  return [{ label: `人工报价${ordinal}`, ...detail, value, days: String(workingDays(days)), isSum }];
}

function optionLines(options: readonly TracedOption[], nameOf: NameOf): ReceiptLine[] {
  const isFree = ({ price, time }: TracedOption) => price === 0 && time === 0;
  const titleOf = ({ processId, optionId }: TracedOption) =>
    `${nameOf(processId) ?? `工艺 ${processId}`}：${nameOf(optionId) ?? `选项 ${optionId}`}`;
  const free = options.filter(isFree);
  const lines = options
    .filter((option) => !isFree(option))
    .map((option) => ({
      label: titleOf(option),
      value: option.price === 0 ? '' : signedYuan(fenFromYuan(option.price)),
      days: signedDays(option.time),
    }));
  if (free.length === 0) return lines;
  const label = lines.length === 0 ? '工艺不加价' : '其余工艺不加价';
  return [...lines, { label, detail: free.map(titleOf).join('、'), value: '', days: '' }];
}

/** The surcharge for a part larger than the material's base volume. */
function sizeLine({ ratio, unit, unit_price }: PriceTrace): ReceiptLine[] {
  if (ratio === 1) return [];
  const surchargeFen = differenceFen(unit_price, unit);
  return [
    {
      label: '超出基准体积',
      detail: `零件体积是基准的 ${percentText(ratio)}`,
      value: signedYuan(surchargeFen),
      days: '',
    },
  ];
}

function quantityLines(trace: PriceTrace): ReceiptLine[] {
  const { num, quantityFactor, unit_price, sub_total, delivery_time, days } = trace;
  if (num === 1) return [];
  const saved = fenFromYuan(unit_price) * num - fenFromYuan(sub_total);
  return [
    { label: '数量', value: `× ${num}`, days: signedDays(round2(delivery_time - days)) },
    {
      label: '数量优惠',
      detail: `${num} 件一起做，每件省 ${percentText(1 - quantityFactor)}`,
      value: signedYuan(-saved),
      days: '',
    },
  ];
}

const numberFormat = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 });
const percentFormat = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 1 });

const numberText = (value: number) => numberFormat.format(value);
const percentText = (fraction: number) => `${percentFormat.format(fraction * 100)} %`;
const signOf = (value: number) => (value < 0 ? '−' : '+');
const signedYuan = (fen: number) => `${signOf(fen)}${formatFen(Math.abs(fen))}`;
const signedDays = (days: number) => (days === 0 ? '' : signOf(days) + numberText(Math.abs(days)));
