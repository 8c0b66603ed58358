import type { Fen } from '#domain/money.ts';
import type { SizeClassRef } from './size-classes.ts';
import type { SoldLine } from './sold-line.ts';

/** Prices of lines: as paid, in the live book, and with the draft. Whole fen. */
export interface Amounts {
  paidFen: Fen;
  beforeFen: Fen;
  afterFen: Fen;
}

/** Sums of the lines with a known cost: their stored cost, and their revenue in both books. Whole fen. */
export interface CostSums {
  costFen: Fen;
  costedBeforeFen: Fen;
  costedAfterFen: Fen;
}

/** Sums of the lines that both books can price. */
export interface Sums extends Amounts, CostSums {
  orders: number;
  lines: number;
}

export type LineAmounts = Amounts & Pick<SoldLine, 'costFen'>;

export interface Group extends Sums {
  readonly key: string;
  readonly label: string;
  /** For customers only: the charges of their orders, in addition to the lines. */
  charges?: Amounts;
}

/** A group while orders are added. */
export interface CountedGroup extends Group {
  lastOrderId: number;
}

export const noAmounts = (): Amounts => ({ paidFen: 0, beforeFen: 0, afterFen: 0 });
export const noSums = (): Sums => ({
  orders: 0,
  lines: 0,
  ...noAmounts(),
  costFen: 0,
  costedBeforeFen: 0,
  costedAfterFen: 0,
});

export function addAmounts(sums: Amounts, { paidFen, beforeFen, afterFen }: Amounts): void {
  sums.paidFen += paidFen;
  sums.beforeFen += beforeFen;
  sums.afterFen += afterFen;
}

/** Ignores lines with an unknown cost. */
export function addCost(sums: CostSums, { costFen, beforeFen, afterFen }: LineAmounts): void {
  if (costFen === null || costFen === undefined) return;
  sums.costFen += costFen;
  sums.costedBeforeFen += beforeFen;
  sums.costedAfterFen += afterFen;
}

/** Adds a line. The lines of an order must be added consecutively, so that the order is counted once. */
export function addLine(group: CountedGroup, orderId: number, amounts: LineAmounts): void {
  if (group.lastOrderId !== orderId) group.orders += 1;
  group.lastOrderId = orderId;
  group.lines += 1;
  addAmounts(group, amounts);
  addCost(group, amounts);
}

export function getOrAddGroup(groups: Map<string, CountedGroup>, key: string, label: string): CountedGroup {
  const existing = groups.get(key);
  if (existing) return existing;
  const group = { key, label, lastOrderId: 0, ...noSums() };
  groups.set(key, group);
  return group;
}

export const sizeClassKey = ({ index }: SizeClassRef) => String(index);

/** The sum of lines and charges in each book. */
export const withCharges = ({
  paidFen,
  beforeFen,
  afterFen,
  charges,
}: Amounts & { readonly charges?: Amounts | undefined }): Amounts => ({
  paidFen: paidFen + (charges?.paidFen ?? 0),
  beforeFen: beforeFen + (charges?.beforeFen ?? 0),
  afterFen: afterFen + (charges?.afterFen ?? 0),
});

type AmountsWithCharges = Parameters<typeof withCharges>[0];
function changeOf(sums: AmountsWithCharges): Fen {
  const { beforeFen, afterFen } = withCharges(sums);
  return Math.abs(afterFen - beforeFen);
}
export const isAffected = (sums: AmountsWithCharges): boolean => changeOf(sums) > 0;
/** Largest change first, then the largest current amount. */
export const byChange = (a: AmountsWithCharges, b: AmountsWithCharges): number =>
  changeOf(b) - changeOf(a) || withCharges(b).beforeFen - withCharges(a).beforeFen;

const withoutLastOrder = ({ lastOrderId: _lastOrderId, ...group }: CountedGroup): Group => group;
export const mostAffected = (groups: readonly CountedGroup[], count: number): Group[] =>
  groups.toSorted(byChange).slice(0, count).map(withoutLastOrder);
export const inSizeClassOrder = (groups: ReadonlyMap<string, CountedGroup>): Group[] =>
  [...groups.values()].toSorted((a, b) => Number(a.key) - Number(b.key)).map(withoutLastOrder);
