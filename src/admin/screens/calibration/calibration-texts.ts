import type { CalibrationProposal, CalibrationRow, MeasuredCost } from '#contract/catalogue/calibration.ts';
import type { PriceChange } from '#contract/prices/price-changes.ts';
import type { CostChange } from '#contract/catalogue/costs.ts';

export const kindLabels = {
  machining: '加工',
  material: '材料',
  option: '工艺选项',
} as const satisfies Record<CalibrationRow['kind'], string>;

const oneDecimal = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const upToOneDecimal = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 1 });

/** `+12.3%`, `−4.0%`, `0.0%`. */
export function signedPercent(percent: number): string {
  const size = oneDecimal.format(Math.abs(percent));
  // A change that rounds to zero has no sign.
  if (size === oneDecimal.format(0)) return `${size}%`;
  return `${percent > 0 ? '+' : '−'}${size}%`;
}

export const deviationText = ({ deviation }: Pick<CalibrationRow, 'deviation'>): string =>
  deviation ? signedPercent(deviation.percent) : '数据不足';

const wholeYuan = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 0 });

/** `¥1,234`. Whole yuan are precise enough to compare sums over many lines. */
export const sumText = (sum: number): string => `¥${wholeYuan.format(sum)}`;

/** `+8.1% 至 +16.4%`; `—` while there are too few lines. */
export const intervalText = ({ deviation }: Pick<CalibrationRow, 'deviation'>): string =>
  deviation ? `${signedPercent(deviation.low)} 至 ${signedPercent(deviation.high)}` : '—';

/** `12.5 → 14 小时`. */
export function amountText({ kind, amount }: Pick<CalibrationRow, 'kind' | 'amount'>): string {
  if (!amount) return '—';
  const unit = kind === 'machining' ? '小时' : 'kg';
  return `${upToOneDecimal.format(amount.estimate)} → ${upToOneDecimal.format(amount.actual)} ${unit}`;
}

/** Whether the deviation is surely positive or negative; undefined if its interval includes 0. */
export function directionOf({ deviation }: Pick<CalibrationRow, 'deviation'>): 'more' | 'less' | undefined {
  if (!deviation) return undefined;
  return deviation.low > 0 ? 'more' : deviation.high < 0 ? 'less' : undefined;
}

export const proposalKey = ({ kind, materialTag, materialId, optionId }: MeasuredCost): string =>
  `${kind}/${materialTag}/${materialId}/${optionId}`;

/** The change to save in a price draft. */
export function changeOf(proposal: CalibrationProposal): PriceChange {
  const { kind, materialTag, materialId, optionId, now, proposed, time } = proposal;
  // `deptId` 0: the price of the system.
  if (kind === 'machining') return { kind, deptId: 0, materialTag, before: now, after: proposed };
  return { kind, materialId, optionId, before: { price: now, time }, after: { price: proposed, time } };
}

export const costChangeOf = ({
  kind,
  materialTag,
  materialId,
  optionId,
  bookCost,
  measuredCost,
}: MeasuredCost): CostChange => ({
  // The cost table has one kind for the options of all materials.
  kind: kind === 'cell' ? 'option' : kind,
  materialTag,
  materialId,
  optionId,
  before: bookCost,
  after: measuredCost,
});
