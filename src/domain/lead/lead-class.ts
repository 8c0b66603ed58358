import { pick } from '#domain/pick.ts';
import type { TracedOption } from '#domain/pricing/types.ts';

/** The delivery time and surcharge of a lead class. */
export interface LeadTerms {
  readonly name: string;
  /** Multiplies the days of the longest part; below 1 is faster. Two decimals. */
  readonly factor: number;
  /** Percent of the machining of the parts, two decimals; negative for a deduction, at least -100. */
  readonly percent: number;
}

/** An enabled lead class. */
export interface LeadClass extends LeadTerms {
  readonly id: number;
  /** Orders per day; null: unlimited. */
  readonly slots: number | null;
  /** Limits of a part: longest edge in mm, and pieces; null: unlimited. */
  readonly maxEdgeMm: number | null;
  readonly maxPieces: number | null;
  /** Options that take too long for the class, with their names. */
  readonly excluded: readonly { readonly id: number; readonly name: string }[];
}

/** The lead class of an order, as stored with its revision; null means 标准. */
export interface OrderLead extends LeadTerms {
  readonly id: number;
}

/** The default lead class: no surcharge, unchanged days. */
export const STANDARD = { name: '标准', factor: 1, percent: 0 } as const satisfies LeadTerms;

/** The id of 标准 where null means any class. */
export const STANDARD_ID = 0;

export const LEAD_LABEL = '交期档位';

/** The label of a part's days. These are the formula's, before the factor of the order's lead class. */
export const partDaysLabel = (hasNonStandardLead: boolean): string =>
  hasNonStandardLead ? `${STANDARD.name}交期` : '交期';

/** The lead class as printed on documents, whose lines have the days of 标准. */
export const leadDocumentText = (name: string): string => `${name}（表内工作日按${STANDARD.name}）`;

/** The fields of a lead class that an order stores. */
export const orderLead = (lead: OrderLead): OrderLead => pick(lead, ['id', 'name', 'factor', 'percent']);

/** The name of a lead class with its factor, on documents: `加急（交期 ×0.5）`. */
export const leadTitle = ({ name, factor }: Pick<LeadTerms, 'name' | 'factor'>): string =>
  `${name}（交期 ×${factor}）`;

/** The fields of a part that lead classes depend on. */
export interface LeadPart {
  readonly num: number;
  /** mm. */
  readonly longestEdgeMm: number;
  readonly options: readonly Pick<TracedOption, 'optionId'>[];
}

/**
 * The reasons, for each part, why an order cannot have the lead class; empty when it can.
 * @param firstNo the number of the first part
 */
export function leadErrors(
  { name, maxEdgeMm, maxPieces, excluded }: LeadClass,
  parts: readonly LeadPart[],
  firstNo = 1,
): string[] {
  if (maxEdgeMm === null && maxPieces === null && excluded.length === 0) return [];
  return parts.flatMap(({ num, longestEdgeMm, options }, index) => {
    const reasons: string[] = [];
    if (maxEdgeMm !== null && longestEdgeMm > maxEdgeMm)
      reasons.push(`最长边 ${longestEdgeMm} mm 超过 ${maxEdgeMm} mm`);
    if (maxPieces !== null && num > maxPieces) reasons.push(`数量 ${num} 件超过 ${maxPieces} 件`);
    for (const { id, name: option } of excluded)
      if (options.some(({ optionId }) => optionId === id)) reasons.push(`“${option}”不提供${name}`);
    return reasons.map((reason) => `零件 ${firstNo + index}：${reason}`);
  });
}

/** Describes the first conflict of an enabled lead class with 标准 and other enabled ones; undefined without one. */
export function leadConflict(
  { name, factor, percent }: LeadTerms,
  others: readonly LeadTerms[],
): string | undefined {
  for (const other of [STANDARD, ...others]) {
    if (other.name === name.trim()) return `已有名为“${other.name}”的交期档位，请换一个名称`;
    if (other.factor === factor)
      return `交期系数 ×${factor} 与“${other.name}”相同，客户看不出差别，请调整系数`;
    const [fast, slow] = factor < other.factor ? [{ name, percent }, other] : [other, { name, percent }];
    if (fast.percent < slow.percent)
      return `“${fast.name}”比“${slow.name}”快，加价 ${fast.percent}% 却低于 ${slow.percent}%：更快的档位不能更便宜，请调整加价或交期系数`;
  }
  return undefined;
}
