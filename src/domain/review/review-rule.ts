import { groupThousands } from '#domain/money.ts';
import { longestFirst, type Edges } from '#domain/parts/part-code.ts';
import { keysOf } from '#domain/pick.ts';

/** The conditions under which an order needs a manual review. */
export const reviewRuleKindLabels = {
  envelope: '零件尺寸',
  smallest: '最小尺寸',
  weight: '零件重量',
  amount: '订单金额',
  pieces: '零件数量',
  tolerance: '公差没有图纸',
  thread: '螺纹没有图纸',
  model: '三维模型提示',
  newCustomer: '首次下单',
} as const;
export type ReviewRuleKind = keyof typeof reviewRuleKindLabels;
export const REVIEW_RULE_KINDS = keysOf(reviewRuleKindLabels);

/** The default sentences for customers. */
export const defaultSentences = {
  envelope: '零件尺寸较大，需要工程师确认加工方案后报价',
  smallest: '零件有一边很小，需要工程师确认能否加工后报价',
  weight: '零件较重，需要工程师确认装夹与运输后报价',
  amount: '订单金额较大，由我们核对后报价',
  pieces: '数量较大，由我们核算后报价',
  tolerance: '公差要求较高，需要工程师看过图纸后报价',
  thread: '螺纹的规格与位置需要图纸说明，由工程师确认后报价',
  model: '三维模型中有需要工程师确认的地方',
  newCustomer: '首次下单由我们核对后报价',
} as const satisfies Record<ReviewRuleKind, string>;

export const reviewLimitLabels = {
  length: '最大长度',
  width: '最大宽度',
  height: '最大高度',
  smallestMm: '最小边长',
  weightKg: '最大重量',
  amountYuan: '最高金额',
  pieces: '最大数量',
  toleranceMm: '公差',
} as const;
export type ReviewLimit = keyof typeof reviewLimitLabels;
export const REVIEW_LIMITS = keysOf(reviewLimitLabels);

export const reviewLimitUnits = {
  length: 'mm',
  width: 'mm',
  height: 'mm',
  smallestMm: 'mm',
  weightKg: 'kg',
  amountYuan: '元',
  pieces: '件',
  toleranceMm: '± mm',
} as const satisfies Record<ReviewLimit, string>;

/** The limits of each kind; a rule has all of these and no others. */
export const kindLimits: Readonly<Record<ReviewRuleKind, readonly ReviewLimit[]>> = {
  envelope: ['length', 'width', 'height'],
  smallest: ['smallestMm'],
  weight: ['weightKg'],
  amount: ['amountYuan'],
  pieces: ['pieces'],
  tolerance: ['toleranceMm'],
  thread: [],
  model: [],
  newCustomer: [],
};

/** Whether the price of a part under review is shown as 参考价 or hidden. */
export const priceDisplayLabels = {
  reference: '显示参考价',
  hidden: '隐藏价格',
} as const;
export type PriceDisplay = keyof typeof priceDisplayLabels;
export const PRICE_DISPLAYS = keysOf(priceDisplayLabels);

/** A limit that the kind lacks is null. `length`, `width` and `height` are compared with a part's sorted edges. */
export interface ReviewLimits extends Readonly<Record<ReviewLimit, number | null>> {
  readonly kind: ReviewRuleKind;
  /** For threads: work with one of these words needs a drawing. Empty: `THREAD_WORDS`. */
  readonly words: string;
}

/** An enabled rule. */
export interface ReviewRule extends ReviewLimits {
  readonly id: number;
  /** For the customer; empty: the default sentence. */
  readonly sentence: string;
  readonly priceDisplay: PriceDisplay;
}

/** Words for work that a model does not show. */
export const THREAD_WORDS: readonly string[] = ['螺纹', '攻牙', '牙套'];

/** The words of a rule about threads, or the default. */
export function threadWords({ words }: Pick<ReviewLimits, 'words'>): readonly string[] {
  const ruleWords = words
    .split(/[,，;；、\s]+/)
    .map((word) => word.trim())
    .filter(Boolean);
  return ruleWords.length > 0 ? ruleWords : THREAD_WORDS;
}

/** The limits that are missing, and those that the kind does not have. */
export function wrongLimits(limits: ReviewLimits): ReviewLimit[] {
  return REVIEW_LIMITS.filter(
    (limit) => (limits[limit] === null) === kindLimits[limits.kind].includes(limit),
  );
}

/** Formats a figure with at most three decimals, without trailing zeros. */
export const figureText = (value: number): string => String(Number(value.toFixed(3)));

/** Formats whole yuan: `¥50,000`. */
export const wholeYuanText = (yuan: number): string => `¥${groupThousands(`${String(yuan)}.`).slice(0, -1)}`;

/** The rule as text: `尺寸超过 1000 × 600 × 500 mm`. */
export function reviewRuleLabel(limits: ReviewLimits): string {
  const figure = (limit: ReviewLimit) => figureText(limits[limit] ?? 0);
  switch (limits.kind) {
    case 'envelope':
      return `尺寸超过 ${figure('length')} × ${figure('width')} × ${figure('height')} mm`;
    case 'smallest':
      return `有一边小于 ${figure('smallestMm')} mm`;
    case 'weight':
      return `重量超过 ${figure('weightKg')} kg`;
    case 'amount':
      return `订单金额超过 ${wholeYuanText(limits.amountYuan ?? 0)}`;
    case 'pieces':
      return `数量超过 ${figure('pieces')} 件`;
    case 'tolerance':
      return `公差 ±${figure('toleranceMm')} mm 或更严，没有图纸`;
    case 'thread':
      return `${threadWords(limits).join('、')}，没有图纸`;
    case 'model':
      return '三维模型有须人工确认的提示';
    case 'newCustomer':
      return '客户首次下单';
  }
}

/** The largest edges that a rule of kind `envelope` allows, longest first. */
export const envelopeOf = ({ length, width, height }: ReviewLimits): Edges =>
  longestFirst([length ?? 0, width ?? 0, height ?? 0]);
