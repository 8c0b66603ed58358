import { pick } from '#domain/pick.ts';
import type { TracedOption } from '#domain/pricing/types.ts';

/** How fast an order is made, and what that costs. */
export interface LeadTerms {
  readonly name: string;
  /** Multiplies the days of the longest part; below 1 is faster. Two decimals. */
  readonly factor: number;
  /** Percent of the machining of the parts, two decimals; negative for a deduction, at least -100. */
  readonly percent: number;
}

/** A class that is on. */
export interface LeadClass extends LeadTerms {
  readonly id: number;
  /** Orders that may be placed in a day; null: any number. */
  readonly slots: number | null;
  /** The longest edge of a part in mm, and the pieces of one; null: any. */
  readonly maxEdgeMm: number | null;
  readonly maxPieces: number | null;
  /** Options whose work does not fit into the class, with their names. */
  readonly excluded: readonly { readonly id: number; readonly name: string }[];
}

/** The class of an order, as frozen with its revision; null means 标准. */
export interface OrderLead extends LeadTerms {
  readonly id: number;
}

/** The class of every order without another one; it costs nothing and changes no days. */
export const STANDARD = { name: '标准', factor: 1, percent: 0 } as const satisfies LeadTerms;

/** Stands for 标准 among the ids of classes, where null means any class. */
export const STANDARD_ID = 0;

/** The label of an order's class, in facts, lists and documents. */
export const LEAD_LABEL = '交期档位';

/** The label of a part's days: those of the formula, which the class of the order multiplies. */
export const partDaysLabel = (isInOtherClass: boolean): string =>
  isInOtherClass ? `${STANDARD.name}交期` : '交期';

/** The class of an order as a fact on papers, whose lines have the days of the formula. */
export const leadFact = (name: string): string => `${name}（表内工作日按${STANDARD.name}）`;

/** The fields of a class that an order stores. */
export const orderLead = (lead: OrderLead): OrderLead => pick(lead, ['id', 'name', 'factor', 'percent']);

/** The name of a class with its days, on papers: `加急（交期 ×0.5）`. */
export const leadTitle = ({ name, factor }: Pick<LeadTerms, 'name' | 'factor'>): string =>
  `${name}（交期 ×${factor}）`;

/** A part of an order, as far as classes depend on it. */
export interface LeadPart {
  readonly num: number;
  /** mm. */
  readonly longestEdgeMm: number;
  readonly options: readonly Pick<TracedOption, 'optionId'>[];
}

/**
 * Why an order of these parts cannot have the class, part by part, in words; empty when it can.
 * @param firstNo the number of the first part
 */
export function leadErrors(
  { name, maxEdgeMm, maxPieces, excluded }: LeadClass,
  parts: readonly LeadPart[],
  firstNo = 1,
): string[] {
  if (maxEdgeMm === null && maxPieces === null && excluded.length === 0) return [];
  return parts.flatMap(({ num, longestEdgeMm, options }, index) => {
    const why: string[] = [];
    if (maxEdgeMm !== null && longestEdgeMm > maxEdgeMm)
      why.push(`最长边 ${longestEdgeMm} mm 超过 ${maxEdgeMm} mm`);
    if (maxPieces !== null && num > maxPieces) why.push(`数量 ${num} 件超过 ${maxPieces} 件`);
    for (const { id, name: option } of excluded)
      if (options.some(({ optionId }) => optionId === id)) why.push(`“${option}”不提供${name}`);
    return why.map((reason) => `零件 ${firstNo + index}：${reason}`);
  });
}

/** The first contradiction of an enabled class with 标准 and the other enabled ones, in words; undefined without one. */
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
