import { modelScales } from '#domain/models/model-check.ts';
import { formatFen, type Fen } from '#domain/money.ts';
import { linePrice } from '#domain/pricing/line-price.ts';
import { changeText } from '#domain/pricing/solve.ts';
import { variantsOf } from '#domain/pricing/variants.ts';
import type { CheckLimits } from '#geometry/checks/check-limits.ts';
import type { Check } from '#geometry/checks/checks.ts';
import type { ModelReading, Vector } from '#geometry/model-reading.ts';
import { parseTyped, selectionsOf, type PartDraft, type PartFields } from '../draft/draft.ts';
import type { PartModel } from '../draft/part-model.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import { SIZE_FIELDS, type SizeField } from '../draft/size-text.ts';
import { hasSizeOfModel, withModel } from './model-size.ts';
import { drawingChecksOf } from './part-measures.ts';
import { partsOfBodies } from './parts-of-bodies.ts';

/** How an advice changes the line's price. */
export interface Advice {
  /** `换算后每件省 ¥12.30` */
  text: string;
  /** Fen that the line costs less; negative where it costs more. */
  savedFen: Fen;
  /** The lines in its place: several where each body becomes a line. */
  parts: readonly PartFields[];
  /** What the button does, in words; absent where the model itself has to change. */
  change?: string;
}

/** The part that a check is about. */
export interface Advised {
  part: PartDraft;
  model: PartModel;
  /** Absent while the file is not in this browser. */
  reading: ModelReading | undefined;
  /** Parts that may still be added. */
  room: number;
  /** For the part's material. */
  limits: CheckLimits;
  scope: Pick<QuoteScope, 'catalogue' | 'nodes' | 'viewOf'>;
}

/**
 * How the advice for a check changes the price, by the price kernel: empty where the price does not depend on it, is hidden or is
 * given by staff.
 */
export function adviceOn(check: Check, advised: Advised): Advice[] {
  const { code, figures } = check;
  if (code === 'beyond-envelope') return withinEnvelope(figures, advised);
  if (code === 'too-small') return largeEnough(figures.limitMm, advised);
  if (code === 'suspicious-unit') return inOtherUnit(figures.suggestedFactor, advised);
  if (code === 'several-bodies') return apart(advised);
  return code === 'drawing-missing' ? withoutDrawing(figures.works, advised) : [];
}

type Figures<Code extends Check['code']> = Extract<Check, { code: Code }>['figures'];

/** Smaller sides, or equal pieces where only one side is too long. */
function withinEnvelope({ edgesMm, roomMm }: Figures<'beyond-envelope'>, advised: Advised): Advice[] {
  const { part } = advised;
  if (!roomMm || !hasSizeOfModel(part)) return [];
  const sides = sidesOf(part);
  const smaller = withSides(
    part,
    sides.map(({ field, side }, i) => [field, Math.min(side, roomMm[i] ?? side)]),
  );
  const over = [0, 1, 2].filter((i) => (edgesMm[i] ?? 0) > (roomMm[i] ?? 0));
  return [
    ...advice(advised, [smaller], '改小后').filter(({ savedFen }) => savedFen > 0),
    ...(over.length === 1 ? inPieces(over[0] ?? 0, edgesMm, roomMm, advised) : []),
  ];
}

function inPieces(over: number, edgesMm: Vector, roomMm: Vector, advised: Advised): Advice[] {
  const { part } = advised;
  const pieces = Math.ceil((edgesMm[over] ?? 0) / (roomMm[over] ?? 1));
  const sides = sidesOf(part);
  const split = sides.flatMap(({ field, side }, i): [SizeField, number][] =>
    // The fields show hundredths: rounded up, a piece would be too long again.
    i === over ? [[field, Math.floor((side / pieces) * 100) / 100]] : [],
  );
  const num = (parseTyped(part, 'num') ?? NaN) * pieces;
  return advice(advised, [{ ...withSides(part, split), num: String(num) }], `分成 ${pieces} 段后`);
}

function largeEnough(limitMm: number, advised: Advised): Advice[] {
  const [longest] = sidesOf(advised.part);
  if (!longest || !hasSizeOfModel(advised.part)) return [];
  return advice(advised, [withSides(advised.part, [[longest.field, limitMm]])], '加大后');
}

function inOtherUnit(suggested: number, advised: Advised): Advice[] {
  const { part, model } = advised;
  // For a converted part the suggestion leads back to the unit of the file.
  const factor = Object.values(modelScales).find(
    (scale) => Math.abs(scale / (model.factor * suggested) - 1) < 1e-9,
  );
  if (factor === undefined) return [];
  const change = suggested > 1 ? '单位换算 ×25.4' : '单位换算 ÷25.4';
  return advice(advised, [{ ...part, ...withModel(part, { ...model, factor }) }], '换算后', change);
}

/** Each body as a separate line. */
function apart(advised: Advised): Advice[] {
  const { part, model, reading, room } = advised;
  if (!reading || !model.isWhole) return [];
  const parts = partsOfBodies(part, model, reading);
  if (parts.length - 1 > room) return [];
  return advice(advised, parts, '单独报价后');
}

/** For each process that needs a drawing, the cheapest option that needs none, if it costs less. */
function withoutDrawing(works: readonly string[], advised: Advised): Advice[] {
  const { part, scope } = advised;
  const { item } = scope.viewOf(part).checked;
  if (!item) return [];
  const cheapest = new Map<string, { change: string; subTotalFen: Fen; next: PartFields }>();
  for (const { steps, subTotalFen, toItem } of variantsOf({ item, ...scope.catalogue }, 1)) {
    const [step] = steps;
    if (step?.change.kind !== 'option') continue;
    if (subTotalFen >= (cheapest.get(step.dimension)?.subTotalFen ?? Infinity)) continue;
    const next = { ...part, selections: selectionsOf(toItem()) };
    if (needsLess(next, works, advised))
      cheapest.set(step.dimension, { change: changeText(step.change), subTotalFen, next });
  }
  return [...cheapest.values()].flatMap(({ change, next }) =>
    advice(advised, [next], `用不到的话${change}，`, change).filter(({ savedFen }) => savedFen > 0),
  );
}

function needsLess(part: PartFields, works: readonly string[], { scope, limits }: Advised): boolean {
  const needed = drawingChecksOf(part, scope.nodes, limits).flatMap((check) =>
    check.code === 'drawing-missing' ? check.figures.works : [],
  );
  return needed.length < works.length && needed.every((work) => works.includes(work));
}

/** The sides with their fields, longest first. */
const sidesOf = (part: PartFields) =>
  SIZE_FIELDS.map((field) => ({ field, side: parseTyped(part, field) ?? NaN })).toSorted(
    (a, b) => b.side - a.side,
  );

const withSides = (part: PartFields, sides: readonly (readonly [SizeField, number])[]): PartFields => ({
  ...part,
  ...Object.fromEntries(sides.map(([field, side]) => [field, String(side)])),
});

/** The difference as text; nothing where a price is missing or hidden. */
function advice(
  { part, scope: { viewOf } }: Pick<Advised, 'part' | 'scope'>,
  parts: readonly PartFields[],
  prefix: string,
  change?: string,
): Advice[] {
  const now = subTotalOf(part, viewOf);
  const then = parts.map((one) => subTotalOf(one, viewOf));
  const total = then.reduce<Fen | undefined>(
    (sum, fen) => (sum === undefined || fen === undefined ? undefined : sum + fen),
    0,
  );
  if (now === undefined || total === undefined) return [];
  const savedFen = now - total;
  const isOneLine = parts.length === 1 && parts[0]?.num === part.num;
  const pieces = isOneLine ? (parseTyped(part, 'num') ?? 1) : undefined;
  const text = prefix + differenceText(savedFen, pieces);
  return [{ text, savedFen, parts, ...(change === undefined ? {} : { change }) }];
}

function subTotalOf(part: PartFields, viewOf: QuoteScope['viewOf']): Fen | undefined {
  const { price } = viewOf(part);
  return price.isPriced ? price.price.subTotalFen : undefined;
}

/** Per piece while there are as many of them, for all of them otherwise. */
function differenceText(savedFen: Fen, pieces: number | undefined): string {
  if (savedFen === 0) return '价格不变';
  const verb = savedFen > 0 ? '省' : '多';
  const fen = Math.abs(savedFen);
  if (pieces === undefined) return `小计${verb} ${formatFen(fen)}`;
  const { figure, isExact } = linePrice(fen, pieces);
  return `每件${isExact ? '' : '约'}${verb} ¥${figure}`;
}
