import type { DataOf } from '#contract/kernel/endpoint.ts';
import type { OrderItem } from '#contract/orders/order-data.ts';
import type { quotes } from '#contract/orders/quotes.ts';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { formatYuan } from '#domain/money.ts';
import type { TraceStep } from '#domain/pricing/types.ts';

type Trace = OrderItem['trace'];
export type TodayItem = DataOf<typeof quotes.quote>['items'][number];

export interface TraceRow {
  label: string;
  detail?: string;
  /** As stored with the order. */
  stored: string;
  /** In the compared trace; undefined without one. */
  compared?: string;
  isDifferent: boolean;
  /** A result of the rows above. */
  isResult?: boolean;
}

interface Factor {
  label: string;
  detail?: string;
  isResult?: boolean;
  text: (trace: Trace) => string;
}

/**
 * The factors of a price in the order in which they apply, with the values of another trace for comparison.
 * @param tagName returns the label of a material tag
 */
export function traceRows(
  item: Pick<OrderItem, 'trace' | 'processes'>,
  comparedTrace?: Trace,
  tagName: (tag: string) => string = (tag) => tag,
): TraceRow[] {
  const factors = factorsOf(item, tagName).map(({ text, ...factor }) => {
    const stored = text(item.trace);
    const compared = comparedTrace && text(comparedTrace);
    return { ...factor, stored, compared, isDifferent: compared !== undefined && compared !== stored };
  });
  return [...factors, ...(item.trace.steps ?? []).map(stepRow)];
}

function stepRow(step: TraceStep): TraceRow {
  const row = { isResult: true, isDifferent: false };
  if (step.kind === 'open') return { ...row, label: '待人工报价', stored: '—' };
  const detail = [step.by, step.reason].filter(Boolean).join('：');
  if (step.kind === 'declined') return { ...row, label: '不报价', detail, stored: '—' };
  return {
    ...row,
    label: '人工报价',
    detail,
    stored: `${formatYuan(step.amount)}，${workingDaysText(step.days)}`,
  };
}

function factorsOf(
  { trace, processes }: Pick<OrderItem, 'trace' | 'processes'>,
  tagName: (tag: string) => string,
): Factor[] {
  const names = new Map(
    processes.map((chosen) => [chosen.processId, `${chosen.processName}：${chosen.optionName}`]),
  );
  return [
    {
      label: `加工基价（${tagName(trace.materialTag)}）`,
      detail: '每件；公司协议价优先于系统价',
      text: (t) => formatYuan(t.machiningPrice),
    },
    ...trace.options.map(({ processId }) => ({
      label: names.get(processId) ?? `工艺 ${processId}`,
      text: (t: Trace) => optionText(t, processId),
    })),
    { label: '每件合计', detail: '基价与工艺之和', text: (t) => formatYuan(t.unit) },
    { label: '零件体积', text: (t) => volumeText(t.partVolume) },
    { label: '基准体积', text: (t) => volumeText(t.stockVolume) },
    { label: '体积系数', detail: '零件 ÷ 基准体积，不小于 1', text: (t) => `× ${numberText(t.ratio)}` },
    { label: '基准单价', isResult: true, text: (t) => formatYuan(t.unit_price) },
    { label: '数量', text: (t) => `× ${t.num}` },
    {
      label: '数量系数',
      detail: '数量的若干次方',
      text: (t) => `× ${numberText(t.quantityFactor)}（${t.quantityExponent} 次方）`,
    },
    { label: '小计', isResult: true, text: (t) => formatYuan(t.sub_total) },
    { label: '基础交期', text: (t) => `${numberText(t.baseDays)} 个工作日` },
    { label: '含工艺交期', text: (t) => `${numberText(t.days)} 个工作日` },
    {
      label: '交期系数',
      detail: '数量的若干次方',
      text: (t) => `× ${numberText(t.timeFactor)}（${t.speed} 次方）`,
    },
    {
      label: '交期',
      detail: '不足一天按一天计',
      isResult: true,
      text: (t) => `${workingDaysText(t.delivery_time)}（${t.delivery_time}）`,
    },
  ];
}

function optionText({ options }: Trace, processId: number): string {
  const option = options.find((traced) => traced.processId === processId);
  if (!option) return '未选';
  // Orders contain no options without a price, so 0 is an agreed price.
  if (option.price === 0 && option.time === 0) return '免费';
  return option.time === 0
    ? `+${formatYuan(option.price)}`
    : `+${formatYuan(option.price)}，+${numberText(option.time)} 个工作日`;
}

const numberFormat = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 4 });
const numberText = (value: number) => numberFormat.format(value);
const volumeText = (mm3: number) => `${numberFormat.format(mm3 / 1000)} cm³`;
