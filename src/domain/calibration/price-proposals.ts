import { groupBy } from '#domain/group-by.ts';
import { fenFromYuan, type Fen } from '#domain/money.ts';
import { deviationOf, type Deviation, type Pair } from './deviation.ts';
import type { MeasuredLine } from './measured-line.ts';
import { observationsOf, type Observation } from './observations.ts';

/** The largest price that the price book can store. */
const MAX_PRICE_FEN: Fen = 9_999_999_999;

/** The current prices of the price book; undefined if it has none. */
export interface CurrentBookPrices {
  /** The system's price per piece, by material tag. */
  readonly machining: (materialTag: string) => Fen | undefined;
  readonly cell: (materialId: number, optionId: number) => Fen | undefined;
}

/** The actual cost of the lines with one price, where it differs significantly from the estimate. */
export interface MeasuredCost {
  readonly kind: 'machining' | 'cell';
  readonly materialTag: string;
  /** The material of a cell; 0 for machining. */
  readonly materialId: number;
  readonly optionId: number;
  readonly lines: number;
  readonly deviation: Deviation;
  /** The actual cost of a piece, before its volume ratio; for machining, without the material. */
  readonly measuredFen: Fen;
}

/** A new price with the same mark-up on the actual cost as the average price had on the estimate. */
export interface PriceProposal extends MeasuredCost {
  /** The average price of the lines when they were ordered, per piece. */
  readonly averageFen: Fen;
  readonly nowFen: Fen;
  readonly proposedFen: Fen;
}

/** A line's contribution to a proposal. */
interface Evidence extends Pair {
  readonly key: Pick<MeasuredCost, 'kind' | 'materialTag' | 'materialId' | 'optionId'>;
  /** Pieces times volume ratio: the factor of the price. */
  readonly units: number;
  /** Yuan per piece; undefined for an agreed price, which does not compare with the system's. */
  readonly price: number | undefined;
  /** The actual cost of the machining or the option, without the material. */
  readonly actualFen: Fen;
}

/**
 * Proposes new prices where lines cost at least `percent` more or less than estimated and the interval of the deviation
 * excludes 0. The proposed price is the average price when the lines were ordered, changed by the deviation. It must
 * still differ from the current price by `percent` in the same direction, so that a price raised since then is not
 * raised again. The machining price pays for the material too, so both count; material without an entered weight counts
 * as estimated.
 */
export function priceProposals(
  lines: readonly MeasuredLine[],
  prices: CurrentBookPrices,
  percent: number,
): PriceProposal[] {
  return evidenceOf(lines)
    .flatMap((group) => proposalOf(group, prices, percent) ?? [])
    .toSorted((a, b) => b.lines - a.lines);
}

/** The measured costs with a significant deviation of at least `percent`, for all prices in the book. */
export const measuredCosts = (
  lines: readonly MeasuredLine[],
  prices: CurrentBookPrices,
  percent: number,
): MeasuredCost[] =>
  evidenceOf(lines)
    .flatMap((group) => measuredOf(group, percent) ?? [])
    .filter((cost) => priceOf(cost, prices))
    .toSorted((a, b) => b.lines - a.lines);

const evidenceOf = (lines: readonly MeasuredLine[]): Evidence[][] => [
  ...groupBy(
    lines.flatMap((line) => [...machiningEvidence(line), ...cellEvidence(line)]),
    ({ key }) => Object.values(key).join('/'),
  ).values(),
];

const priceOf = ({ kind, materialTag, materialId, optionId }: Evidence['key'], prices: CurrentBookPrices) =>
  kind === 'machining' ? prices.machining(materialTag) : prices.cell(materialId, optionId);

const unitsOf = (evidence: readonly Pick<Evidence, 'units'>[]) =>
  evidence.reduce((sum, { units }) => sum + units, 0);

function measuredOf(group: readonly Evidence[], percent: number): MeasuredCost | undefined {
  const deviation = deviationOf(group);
  const [first] = group;
  if (!first || !deviation) return undefined;
  const isSignificant = deviation.low > 0 || deviation.high < 0;
  if (!isSignificant || Math.abs(deviation.percent) < percent) return undefined;
  const actualFen = group.reduce((sum, evidence) => sum + evidence.actualFen, 0);
  return {
    ...first.key,
    lines: group.length,
    deviation,
    measuredFen: Math.round(actualFen / unitsOf(group)),
  };
}

function proposalOf(
  group: readonly Evidence[],
  prices: CurrentBookPrices,
  percent: number,
): PriceProposal | undefined {
  const measured = measuredOf(group, percent);
  const priced = group.flatMap(({ price, units }) => (price === undefined ? [] : [{ price, units }]));
  const nowFen = measured && priceOf(measured, prices);
  if (!nowFen || priced.length === 0) return undefined;
  const { deviation } = measured;
  const averageYuan = priced.reduce((sum, line) => sum + line.price * line.units, 0) / unitsOf(priced);
  const proposedFen = fenFromYuan(averageYuan * (1 + deviation.percent / 100));
  if (proposedFen <= 0 || proposedFen > MAX_PRICE_FEN) return undefined;
  const remainingPercent = 100 * (proposedFen / nowFen - 1);
  if (Math.sign(remainingPercent) !== Math.sign(deviation.percent) || Math.abs(remainingPercent) < percent)
    return undefined;
  return { ...measured, averageFen: Math.round(100 * averageYuan), nowFen, proposedFen };
}

function machiningEvidence(line: MeasuredLine): Evidence[] {
  const observations = observationsOf(line);
  const machining = observations.find(({ kind }) => kind === 'machining');
  const material = observations.find(({ kind }) => kind === 'material') ?? asEstimated(line);
  if (!machining || !material) return [];
  const { materialTag, machiningPrice, isAgreed } = line;
  return [
    {
      key: { kind: 'machining', materialTag, materialId: 0, optionId: 0 },
      estimate: machining.estimate + material.estimate,
      actual: machining.actual + material.actual,
      units: line.num * line.ratio,
      price: isAgreed || machiningPrice <= 0 ? undefined : machiningPrice,
      actualFen: machining.actual,
    },
  ];
}

/** Material without an entered weight counts as estimated. */
function asEstimated({ factors, kg }: MeasuredLine): Pick<Observation, 'estimate' | 'actual'> | undefined {
  const fen = factors.find(({ kind }) => kind === 'material')?.fen;
  return kg === null && fen != null ? { estimate: fen, actual: fen } : undefined;
}

const cellEvidence = (line: MeasuredLine): Evidence[] =>
  observationsOf(line).flatMap(({ optionId, estimate, actual }) => {
    const price = line.options.find((option) => option.optionId === optionId)?.price;
    if (optionId === null || price === undefined || price <= 0) return [];
    const { materialId } = line;
    return [
      {
        key: { kind: 'cell', materialTag: '', materialId, optionId },
        estimate,
        actual,
        units: line.num * line.ratio,
        price,
        actualFen: actual,
      },
    ];
  });
