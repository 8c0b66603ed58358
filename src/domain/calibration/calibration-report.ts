import type { Fen } from '#domain/money.ts';
import type { CostKind } from '#domain/pricing/cost.ts';
import { edgeClass, type ClassOf } from '#domain/replay/size-classes.ts';
import { deviationOf, type Deviation } from './deviation.ts';
import type { MeasuredLine } from './measured-line.ts';
import { observationsOf, type Observation } from './observations.ts';

/** Lines of one tag or option, of all sizes or of one class. */
export interface CalibrationGroup {
  readonly kind: CostKind;
  /** For machining and material. */
  readonly materialTag: string;
  /** For an option; null otherwise. */
  readonly optionId: number | null;
  /** By the longest edge; null: all sizes. */
  readonly size: ClassOf | null;
  readonly lines: number;
  readonly estimateFen: Fen;
  readonly actualFen: Fen;
  /** Hours or kg; null of options. */
  readonly amount: { readonly estimate: number; readonly actual: number } | null;
  /** From the costs; undefined while there are too few lines. */
  readonly deviation: Deviation | undefined;
}

interface Seen extends Observation {
  readonly materialTag: string;
  readonly size: ClassOf;
}

const KINDS: readonly CostKind[] = ['machining', 'material', 'option'];

/** Estimates against actual costs by tag or option, each as a whole and then by size; those with the largest sums come first. */
export function calibrationGroups(lines: readonly MeasuredLine[]): CalibrationGroup[] {
  const seen = lines.flatMap((line) => {
    const size = edgeClass(line);
    return observationsOf(line).map((one): Seen => ({
      ...one,
      materialTag: one.kind === 'option' ? '' : line.materialTag,
      size,
    }));
  });
  return KINDS.flatMap((kind) =>
    bySum(
      grouped(
        seen.filter((one) => one.kind === kind),
        keyOf,
      ),
    ).flatMap((whole) => [
      groupOf(whole, null),
      ...grouped(whole, ({ size }) => String(size.place))
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        .map((part) => groupOf(part, part[0]?.size ?? null)),
    ]),
  );
}

const keyOf = ({ optionId, materialTag }: Seen) => (optionId === null ? materialTag : String(optionId));
const placeOf = (group: readonly Seen[]) => group[0]?.size.place ?? 0;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Groups by a key, in the order in which the keys appear. */
export function grouped<T>(values: readonly T[], keyIn: (value: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyIn(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return [...groups.values()];
}

function bySum(groups: readonly Seen[][]): Seen[][] {
  const size = (group: readonly Seen[]) => sum(group.map(({ estimate }) => estimate));
  return groups.toSorted((a, b) => size(b) - size(a));
}

function groupOf(group: readonly Seen[], size: ClassOf | null): CalibrationGroup {
  const [first] = group;
  if (!first) throw new RangeError('a group without lines');
  const amounts = group.flatMap(({ amount }) => (amount ? [amount] : []));
  return {
    kind: first.kind,
    materialTag: first.materialTag,
    optionId: first.optionId,
    size,
    lines: group.length,
    estimateFen: sum(group.map(({ estimate }) => estimate)),
    actualFen: sum(group.map(({ actual }) => actual)),
    amount:
      amounts.length === 0
        ? null
        : {
            estimate: sum(amounts.map(({ estimate }) => estimate)),
            actual: sum(amounts.map(({ actual }) => actual)),
          },
    deviation: deviationOf(group),
  };
}
