import { modelScales } from '#domain/models/model-check.ts';
import { formatFen, type Fen } from '#domain/money.ts';
import { linePrice } from '#domain/pricing/line-price.ts';
import { changeText } from '#domain/pricing/solve.ts';
import { variantsOf } from '#domain/pricing/variants.ts';
import type { CheckLimits } from '#geometry/checks/check-limits.ts';
import type { Check } from '#geometry/checks/checks.ts';
import type { ModelReading, Vector } from '#geometry/model-reading.ts';
import { parseField, selectionsOf, type PartDraft, type PartFields } from '../draft/draft.ts';
import type { PartModel } from '../draft/part-model.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import { SIZE_FIELDS, type SizeField } from '../draft/size-text.ts';
import { matchesModelSize, withModel } from './model-size.ts';
import { drawingChecksOf } from './part-measures.ts';
import { splitBodies } from './split-bodies.ts';

export interface Advice {
  /** Such as 换算后每件省 ¥12.30. */
  text: string;
  /** How much less the line costs; negative if it costs more. */
  savedFen: Fen;
  /** The lines that replace the part; several if each body becomes a line. */
  parts: readonly PartFields[];
  /** The change that a button applies; absent if the customer has to change the model. */
  change?: string;
}

export interface AdviceContext {
  part: PartDraft;
  model: PartModel;
  /** Undefined while the file is not in this browser. */
  reading: ModelReading | undefined;
  /** The number of parts that may still be added. */
  maxNewParts: number;
  /** For the part's material. */
  limits: CheckLimits;
  scope: Pick<QuoteScope, 'catalogue' | 'nodes' | 'viewOf'>;
}

/** Advice on a finding and its effect on the price. Empty if the price is hidden, set by staff, or unaffected by the finding. */
export function adviceFor(check: Check, context: AdviceContext): Advice[] {
  const { code, figures } = check;
  if (code === 'beyond-envelope') return adviseEnvelope(figures, context);
  if (code === 'too-small') return adviseMinimum(figures.limitMm, context);
  if (code === 'suspicious-unit') return adviseUnit(figures.suggestedFactor, context);
  if (code === 'several-bodies') return adviseSplitting(context);
  return code === 'drawing-missing' ? adviseNoDrawing(figures.works, context) : [];
}

type Figures<Code extends Check['code']> = Extract<Check, { code: Code }>['figures'];

/** Advises smaller sides and, if only one side is too long, equal pieces. */
function adviseEnvelope({ edgesMm, roomMm }: Figures<'beyond-envelope'>, context: AdviceContext): Advice[] {
  const { part } = context;
  if (!roomMm || !matchesModelSize(part)) return [];
  const sides = sidesOf(part);
  const smaller = withSides(
    part,
    sides.map(({ field, side }, i) => [field, Math.min(side, roomMm[i] ?? side)]),
  );
  const tooLongSides = [0, 1, 2].filter((i) => (edgesMm[i] ?? 0) > (roomMm[i] ?? 0));
  return [
    ...createAdvice(context, [smaller], '改小后').filter(({ savedFen }) => savedFen > 0),
    ...(tooLongSides.length === 1 ? advisePieces(tooLongSides[0] ?? 0, edgesMm, roomMm, context) : []),
  ];
}

function advisePieces(
  tooLongSide: number,
  edgesMm: Vector,
  roomMm: Vector,
  context: AdviceContext,
): Advice[] {
  const { part } = context;
  const pieces = Math.ceil((edgesMm[tooLongSide] ?? 0) / (roomMm[tooLongSide] ?? 1));
  const sides = sidesOf(part);
  const split = sides.flatMap(({ field, side }, i): [SizeField, number][] =>
    // Rounded down to the fields' two decimals: rounded up, a piece would be too long again.
    i === tooLongSide ? [[field, Math.floor((side / pieces) * 100) / 100]] : [],
  );
  const num = (parseField(part, 'num') ?? NaN) * pieces;
  return createAdvice(context, [{ ...withSides(part, split), num: String(num) }], `分成 ${pieces} 段后`);
}

function adviseMinimum(limitMm: number, context: AdviceContext): Advice[] {
  const [longest] = sidesOf(context.part);
  if (!longest || !matchesModelSize(context.part)) return [];
  return createAdvice(context, [withSides(context.part, [[longest.field, limitMm]])], '加大后');
}

function adviseUnit(suggested: number, context: AdviceContext): Advice[] {
  const { part, model } = context;
  // If the part is already converted, this converts it back.
  const factor = Object.values(modelScales).find(
    (scale) => Math.abs(scale / (model.factor * suggested) - 1) < 1e-9,
  );
  if (factor === undefined) return [];
  const change = suggested > 1 ? '单位换算 ×25.4' : '单位换算 ÷25.4';
  return createAdvice(context, [{ ...part, ...withModel(part, { ...model, factor }) }], '换算后', change);
}

/** Advises quoting each body as a separate line. */
function adviseSplitting(context: AdviceContext): Advice[] {
  const { part, model, reading, maxNewParts } = context;
  if (!reading || !model.isWhole) return [];
  const parts = splitBodies(part, model, reading);
  if (parts.length - 1 > maxNewParts) return [];
  return createAdvice(context, parts, '单独报价后');
}

/** Advises, for each process that needs a drawing, the cheapest option that needs none, if it costs less. */
function adviseNoDrawing(works: readonly string[], context: AdviceContext): Advice[] {
  const { part, scope } = context;
  const { item } = scope.viewOf(part).checked;
  if (!item) return [];
  const cheapest = new Map<string, { change: string; subTotalFen: Fen; next: PartFields }>();
  for (const { steps, subTotalFen, toItem } of variantsOf({ item, ...scope.catalogue }, 1)) {
    const [step] = steps;
    if (step?.change.kind !== 'option') continue;
    if (subTotalFen >= (cheapest.get(step.dimension)?.subTotalFen ?? Infinity)) continue;
    const next = { ...part, selections: selectionsOf(toItem()) };
    if (needsFewerDrawings(next, works, context))
      cheapest.set(step.dimension, { change: changeText(step.change), subTotalFen, next });
  }
  return [...cheapest.values()].flatMap(({ change, next }) =>
    createAdvice(context, [next], `用不到的话${change}，`, change).filter(({ savedFen }) => savedFen > 0),
  );
}

function needsFewerDrawings(
  part: PartFields,
  works: readonly string[],
  { scope, limits }: AdviceContext,
): boolean {
  const needed = drawingChecksOf(part, scope.nodes, limits).flatMap((check) =>
    check.code === 'drawing-missing' ? check.figures.works : [],
  );
  return needed.length < works.length && needed.every((work) => works.includes(work));
}

/** The sides with their fields, longest first. */
const sidesOf = (part: PartFields) =>
  SIZE_FIELDS.map((field) => ({ field, side: parseField(part, field) ?? NaN })).toSorted(
    (a, b) => b.side - a.side,
  );

const withSides = (part: PartFields, sides: readonly (readonly [SizeField, number])[]): PartFields => ({
  ...part,
  ...Object.fromEntries(sides.map(([field, side]) => [field, String(side)])),
});

/** Empty if a price is missing or hidden. */
function createAdvice(
  { part, scope: { viewOf } }: Pick<AdviceContext, 'part' | 'scope'>,
  parts: readonly PartFields[],
  prefix: string,
  change?: string,
): Advice[] {
  const currentFen = subTotalOf(part, viewOf);
  const totalFen = parts
    .map((newPart) => subTotalOf(newPart, viewOf))
    .reduce<Fen | undefined>(
      (sum, fen) => (sum === undefined || fen === undefined ? undefined : sum + fen),
      0,
    );
  if (currentFen === undefined || totalFen === undefined) return [];
  const savedFen = currentFen - totalFen;
  const isOneLine = parts.length === 1 && parts[0]?.num === part.num;
  const pieces = isOneLine ? (parseField(part, 'num') ?? 1) : undefined;
  const text = prefix + differenceText(savedFen, pieces);
  return [{ text, savedFen, parts, ...(change === undefined ? {} : { change }) }];
}

function subTotalOf(part: PartFields, viewOf: QuoteScope['viewOf']): Fen | undefined {
  const { price } = viewOf(part);
  return price.isPriced ? price.price.subTotalFen : undefined;
}

/** The difference per piece if the number of pieces stays the same, else for the line. */
function differenceText(savedFen: Fen, pieces: number | undefined): string {
  if (savedFen === 0) return '价格不变';
  const verb = savedFen > 0 ? '省' : '多';
  const fen = Math.abs(savedFen);
  if (pieces === undefined) return `小计${verb} ${formatFen(fen)}`;
  const { figure, isExact } = linePrice(fen, pieces);
  return `每件${isExact ? '' : '约'}${verb} ¥${figure}`;
}
