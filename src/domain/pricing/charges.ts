import { formatFen, type Fen } from '#domain/money.ts';
import { keysOf } from '#domain/pick.ts';
import { totalOfLines, type Line } from './line.ts';
import { PricingError } from './pricing-error.ts';
import type { OrderPrice } from './types.ts';

/** The kinds of charges, with their default names on documents. */
export const CHARGE_LABELS = {
  setup: '编程开机费',
  minimum: '起订补足',
  finish: '表面处理起订费',
  material: '材料费',
  tooling: '工装费',
  inspection: '检验与证书费',
  packing: '包装费',
  express: '加急费',
  freight: '运费',
  other: '其他费用',
  days: '机时交期',
  discount: '折扣',
} as const;
export type ChargeKind = keyof typeof CHARGE_LABELS;
export const CHARGE_KINDS = keysOf(CHARGE_LABELS);

/** The share of one line in a measured charge. */
export interface ChargeShare {
  readonly lineNo: number;
  /** The shares add up to the amount of the charge. */
  readonly amountFen: Fen;
  /** Figure, source and rate, for the customer. */
  readonly reason: string;
  /** Only for a machine-time charge: charged seconds for all pieces of the line. */
  readonly seconds?: number;
}

/** An amount of an order in addition to its lines, as stored with its revision. */
export interface Charge {
  readonly kind: ChargeKind;
  /** For the customer. */
  readonly label: string;
  /** For the whole order; at most 0 for a discount, at least 0 otherwise. */
  readonly amountFen: Fen;
  /** For a discount: percent of the sum of the lines, two decimals, 0 to 100. */
  readonly percent?: number;
  /** Only for the kind `days`, whose amount is 0: working days that it adds to the lines that the formula prices. */
  readonly days?: number;
  /** For the customer; may be empty. */
  readonly reason: string;
  /** The user who added it; empty for a rule. */
  readonly by: string;
  /** The rule that added it (`chargesByRules`); absent for one that staff added. */
  readonly ruleId?: number;
  /** The lead class that added it (`leadCharge`); a discount of a class has no percentage. */
  readonly leadClassId?: number;
  /** Only for measured charges: the share of each line. If a line adds nothing for lack of a model, its share says so. */
  readonly shares?: readonly ChargeShare[];
}

/** Whether staff added the charge. Such a charge is for the parts as they are, and is dropped when they change. */
export const isManualCharge = ({ ruleId, leadClassId }: Pick<Charge, 'ruleId' | 'leadClassId'>): boolean =>
  ruleId === undefined && leadClassId === undefined;

/** The display name of a charge: `折扣 5%`. */
export const chargeTitle = ({ label, percent }: Pick<Charge, 'label' | 'percent'>): string =>
  percent === undefined ? label : `${label} ${percent}%`;

/** The amount of a charge as text: `¥50.00`, or `+2 个工作日`. */
export const chargeValueText = ({
  kind,
  amountFen,
  days = 0,
}: Pick<Charge, 'kind' | 'amountFen' | 'days'>): string =>
  kind === 'days' ? `+${days} 个工作日` : formatFen(amountFen);

const chargeSharesOf = (charges: readonly Charge[], lineNo: number): ChargeShare[] =>
  charges.flatMap(({ shares = [] }) => shares.filter((share) => share.lineNo === lineNo));

/** The amount that measured charges add to a line. */
export const chargedFen = (charges: readonly Charge[], lineNo: number): Fen =>
  chargeSharesOf(charges, lineNo).reduce((sum, { amountFen }) => sum + amountFen, 0);

/** The charged machine time of a line: the maximum, not the sum, because every rule counts the same time. */
export const chargedSeconds = (charges: readonly Charge[], lineNo: number): number =>
  Math.max(0, ...chargeSharesOf(charges, lineNo).map(({ seconds = 0 }) => seconds));

/** The shares of a line in the measured charges, each with the kind and label of its charge. */
export const labelledSharesOf = (charges: readonly Charge[], lineNo: number): LabelledShare[] =>
  charges.flatMap(({ kind, label, shares = [] }) =>
    shares
      .filter((share) => share.lineNo === lineNo)
      .map(({ amountFen, reason }) => ({ kind, label, amountFen, reason })),
  );
export type LabelledShare = Omit<ChargeShare, 'lineNo' | 'seconds'> & Pick<Charge, 'kind' | 'label'>;

/** Working days that charges add to the lines that the formula prices. */
export const addedDays = (charges: readonly Pick<Charge, 'days'>[]): number =>
  charges.reduce((sum, { days = 0 }) => sum + days, 0);

/** The day charges of an offer: none when staff have set the days of all lines. */
export const remainingDayCharges = <C extends Pick<Charge, 'kind'>>(
  charges: readonly C[],
  lines: readonly Pick<Line, 'state'>[],
): C[] =>
  lines.some(({ state }) => state === 'formula') ? charges.filter(({ kind }) => kind === 'days') : [];

/** The sum of charges; does not recompute discounts. */
export const sumOfCharges = (charges: readonly Pick<Charge, 'amountFen'>[]): Fen =>
  charges.reduce((sum, { amountFen }) => sum + amountFen, 0);

/** A percentage of an amount, rounded half away from zero. Exact even if the product exceeds the safe integers. */
export function percentOf(fen: Fen, percent: number): Fen {
  const hundredths = Math.round(percent * 100);
  const product = fen * hundredths;
  // Below 2^52 the floor of the quotient is exact.
  if (product >= 0 && product < 2 ** 52) return Math.floor((product + 5_000) / 10_000);
  return Number((BigInt(fen) * BigInt(hundredths) + 5_000n) / 10_000n);
}

/** The amount of a charge. A percentage discount is computed from the lines with a price. */
export function chargeFen(
  { amountFen, percent }: Pick<Charge, 'amountFen' | 'percent'>,
  lines: readonly Pick<Line, 'fen' | 'days'>[],
): Fen {
  if (percent === undefined) return amountFen;
  return 0 - percentOf(totalOfLines(lines).totalFen, percent);
}

/** A percentage discount on these lines; charges are not discounted. */
export const discountOn = (
  lines: readonly Line[],
  { percent, reason, by }: { percent: number; reason: string; by: string },
): Charge => ({
  kind: 'discount',
  label: CHARGE_LABELS.discount,
  amountFen: chargeFen({ amountFen: 0, percent }, lines),
  percent,
  reason,
  by,
});

/** Whether the total of an offer is 0 although staff have not set each price to 0. */
export const needsFreeConfirmation = (
  lines: readonly Pick<Line, 'state' | 'fen'>[],
  totalFen: Fen,
): boolean =>
  totalFen === 0 && lines.some(({ state, fen }) => fen !== null && !(state === 'price' && fen === 0));

/**
 * The price of an order: the sum of its lines and charges, and the longest delivery time of its lines.
 * @throws PricingError `total_out_of_range`
 */
export function totalWithCharges(
  lines: readonly Pick<Line, 'fen' | 'days'>[],
  charges: readonly Pick<Charge, 'amountFen' | 'percent'>[],
): OrderPrice {
  const { totalFen: linesFen, deliveryDays } = totalOfLines(lines);
  const totalFen = charges.reduce((sum, charge) => sum + chargeFen(charge, lines), linesFen);
  if (!Number.isSafeInteger(totalFen) || totalFen < 0)
    throw new PricingError('total_out_of_range', `${totalFen} fen`);
  return { totalFen, deliveryDays };
}
