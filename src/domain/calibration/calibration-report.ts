import { groupBy } from '#domain/group-by.ts';
import type { Fen } from '#domain/money.ts';
import type { CostKind } from '#domain/pricing/cost.ts';
import { edgeClass, type SizeClassRef } from '#domain/replay/size-classes.ts';
import { deviationOf, type Deviation } from './deviation.ts';
import type { MeasuredLine } from './measured-line.ts';
import { observationsOf, type Observation } from './observations.ts';

/** Estimated and actual figures of the lines with one tag or option, in all sizes or in one size class. */
export interface CalibrationGroup {
  readonly kind: CostKind;
  /** Empty for options. */
  readonly materialTag: string;
  /** Null except for options. */
  readonly optionId: number | null;
  /** The class of the longest edge; null for all sizes. */
  readonly size: SizeClassRef | null;
  readonly lines: number;
  readonly estimateFen: Fen;
  readonly actualFen: Fen;
  /** Hours or kg; null for options. */
  readonly amount: { readonly estimate: number; readonly actual: number } | null;
  /** The deviation of the costs; undefined if there are too few lines. */
  readonly deviation: Deviation | undefined;
}

interface SizedObservation extends Observation {
  readonly materialTag: string;
  readonly size: SizeClassRef;
}

const KINDS: readonly CostKind[] = ['machining', 'material', 'option'];

/** Compares estimated with actual costs by tag or option: first all sizes, then each size. The largest estimates come first. */
export function calibrationGroups(lines: readonly MeasuredLine[]): CalibrationGroup[] {
  const observations = lines.flatMap((line) => {
    const size = edgeClass(line);
    return observationsOf(line).map((observation): SizedObservation => ({
      ...observation,
      materialTag: observation.kind === 'option' ? '' : line.materialTag,
      size,
    }));
  });
  return KINDS.flatMap((kind) =>
    largestFirst([
      ...groupBy(
        observations.filter((observation) => observation.kind === kind),
        ({ optionId, materialTag }) => optionId ?? materialTag,
      ).values(),
    ]).flatMap((group) => [
      groupOf(group, null),
      ...[...groupBy(group, ({ size }) => size.index)]
        .toSorted(([a], [b]) => a - b)
        .map(([, sizeGroup]) => groupOf(sizeGroup, sizeGroup[0]?.size ?? null)),
    ]),
  );
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function largestFirst(groups: readonly SizedObservation[][]): SizedObservation[][] {
  const estimateOf = (group: readonly SizedObservation[]) => sum(group.map(({ estimate }) => estimate));
  return groups.toSorted((a, b) => estimateOf(b) - estimateOf(a));
}

function groupOf(group: readonly SizedObservation[], size: SizeClassRef | null): CalibrationGroup {
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
