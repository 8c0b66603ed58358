import { unconditionalHolds, type CheckCode, type CheckLimits } from './check-limits.ts';
import {
  noteKinds,
  type Body,
  type Features,
  type Hole,
  type LengthUnit,
  type NoteKind,
  type Pocket,
  type ReadingNote,
  type Vector,
} from '../model-reading.ts';
import { MM_PER_INCH } from '../units.ts';
import { at, longestFirst } from '../vectors.ts';

/** The input of the checks. `bodies` counts all bodies of the file, equal ones included. */
export interface PartFacts extends Pick<Body, 'kind' | 'measures' | 'features'> {
  unit?: LengthUnit;
  bodies: number;
  notes?: readonly ReadingNote[];
}

/** Figures of each check; if several places have the finding, those of the worst. Lengths are in mm. */
interface CheckFigures {
  'file-incomplete': NoteFigures;
  'hidden-bodies': NoteFigures;
  'other-bodies': NoteFigures;
  'left-out': NoteFigures;
  'several-bodies': { bodies: number };
  'open-shell': { areaMm2: number };
  'suspicious-unit': { longestEdgeMm: number; suggestedFactor: number };
  /** `roomMm` is the envelope of the nearest machine; undefined where the shop has no machine for the part. */
  'beyond-envelope': { edgesMm: Vector; roomMm: Vector | undefined };
  'too-small': { longestEdgeMm: number; limitMm: number };
  'thin-wall': { thicknessMm: number; limitMm: number };
  'deep-hole': HoleFigures;
  'hole-too-deep': HoleFigures;
  'deep-pocket': { places: number; depthMm: number; widthMm: number; ratio: number; limit: number };
  'narrow-pocket': { places: number; widthMm: number; limitMm: number };
  'sharp-inner-corner': { places: number; lengthMm: number; limitMm: number };
  'small-inner-radius': { radiusMm: number; limitMm: number };
  undercut: { places: number };
  /** `works` names the process and option of each work that needs a drawing. */
  'drawing-missing': { works: readonly string[] };
  'set-ups': { setups: number; limit: number };
  turned: { turnedShare: number };
  milled: { turnedShare: number };
}

interface NoteFigures {
  notes: readonly ReadingNote[];
}

interface HoleFigures {
  places: number;
  diameterMm: number;
  depthMm: number;
  /** Depth divided by diameter. */
  ratio: number;
  limit: number;
}

/** A finding about a part. `check-sentences.ts` has a sentence for each code; `faces` are face numbers of the body's mesh. */
export type Check = {
  [Code in CheckCode]: {
    code: Code;
    /** A hold needs a manual review before the order is confirmed. */
    severity: 'advice' | 'hold';
    figures: CheckFigures[Code];
    faces: readonly number[];
  };
}[CheckCode];

/** Rounds as the sentences do: smaller differences from a limit do not count. */
const rounded = (figure: number): number => Math.round(figure * 100) / 100;
/** The two edges of a turned part's box that are its diameter may differ by this fraction. */
const ROUND_TOLERANCE = 0.02;

/**
 * Compares a part with the limits of the machines, in the order of `CheckFigures`. Skips checks of faces and holes for meshes.
 */
export function checkPart(part: PartFacts, limits: CheckLimits): Check[] {
  return [
    ...checkNotes(part.notes ?? [], limits),
    ...[...bodyChecks(part), ...sizeChecks(part, limits), ...featureChecks(part.features, limits)].map(
      (check): Check => ({ ...check, severity: severityOf(check.code, limits) }),
    ),
  ];
}

/** A hold where the shop's settings say so, and always for `unconditionalHolds`. */
export const severityOf = (code: CheckCode, { holds }: CheckLimits): Check['severity'] =>
  holds.includes(code) || unconditionalHolds.includes(code) ? 'hold' : 'advice';

const noteCodes: Readonly<Record<NoteKind, CheckCode>> = {
  missing: 'file-incomplete',
  hidden: 'hidden-bodies',
  otherBodies: 'other-bodies',
  leftOut: 'left-out',
};

/** Findings from the notes on the file, which apply to each of its bodies. */
export function checkNotes(notes: readonly ReadingNote[], limits: CheckLimits): Check[] {
  return (Object.keys(noteKinds) as NoteKind[]).flatMap((kind) => {
    const codes: readonly string[] = noteKinds[kind];
    const notesOfKind = notes.filter(({ code }) => codes.includes(code));
    if (notesOfKind.length === 0) return [];
    const code = noteCodes[kind];
    return [{ ...checkOf(code, { notes: notesOfKind }), severity: severityOf(code, limits) }];
  });
}

function checkOf<Code extends CheckCode>(
  code: Code,
  figures: CheckFigures[Code],
  faces: Iterable<number> = [],
): Check {
  return { code, severity: 'advice', figures, faces: [...new Set(faces)] } as unknown as Check;
}

function* bodyChecks({ kind, bodies, measures }: PartFacts): Generator<Check> {
  if (bodies > 1) yield checkOf('several-bodies', { bodies });
  if (kind === 'open') yield checkOf('open-shell', { areaMm2: measures.areaMm2 });
}

function* sizeChecks({ measures, features, unit }: PartFacts, limits: CheckLimits): Generator<Check> {
  const edgesMm = measures.stockBoxMm;
  const longestEdgeMm = edgesMm[0];
  const suggestedFactor = suggestedUnitFactor(longestEdgeMm, unit, limits);
  if (suggestedFactor) yield checkOf('suspicious-unit', { longestEdgeMm, suggestedFactor });
  const roomMm = nearestEnvelope(edgesMm, features?.isTurned === true, limits);
  if (!roomMm || !isWithin(edgesMm, roomMm)) yield checkOf('beyond-envelope', { edgesMm, roomMm });
  const limitMm = limits.smallestLongestEdgeMm;
  if (rounded(longestEdgeMm) < limitMm) yield checkOf('too-small', { longestEdgeMm, limitMm });
}

/** 25.4 for a part so small that its unit may be inches, 1/25.4 for one so large that its unit may be millimetres. */
function suggestedUnitFactor(
  longestEdgeMm: number,
  unit: LengthUnit | undefined,
  { usualLongestEdgeMm: [low, high] }: CheckLimits,
): number | undefined {
  const isUsual = (edge: number): boolean => edge >= low && edge <= high;
  const [mayBeInches, mayBeMm] = [unit !== 'in' && unit !== 'ft', unit === undefined || unit === 'in'];
  if (longestEdgeMm < low && mayBeInches && isUsual(longestEdgeMm * MM_PER_INCH)) return MM_PER_INCH;
  if (longestEdgeMm > high && mayBeMm && isUsual(longestEdgeMm / MM_PER_INCH)) return 1 / MM_PER_INCH;
  return undefined;
}

/** The envelope that contains the box, or else the one that it exceeds least; undefined if there is no machine for the part. */
function nearestEnvelope(
  edgesMm: Vector,
  isTurned: boolean,
  { millsMm, lathesMm }: CheckLimits,
): Vector | undefined {
  const envelopes: Vector[] = millsMm.map(longestFirst);
  const toEnvelope = isTurned ? latheEnvelope(edgesMm) : undefined;
  if (toEnvelope) envelopes.push(...lathesMm.map(toEnvelope));
  const excess = (room: Vector): number =>
    edgesMm.reduce((sum, edge, i) => sum + Math.max(0, rounded(edge) / at(room, i) - 1), 0);
  const [nearest] = envelopes.toSorted((a, b) => excess(a) - excess(b));
  return nearest;
}

const isWithin = (edgesMm: Vector, room: Vector): boolean =>
  edgesMm.every((edge, i) => rounded(edge) <= at(room, i));

/** Arranges a lathe's limits like the edges of a turned part's box, of which the two equal ones are the diameter. */
function latheEnvelope([long, middle, short]: Vector): ((lathe: Lathe) => Vector) | undefined {
  if (middle - short <= ROUND_TOLERANCE * middle)
    return ({ diameterMm, lengthMm }) => [lengthMm, diameterMm, diameterMm];
  if (long - middle <= ROUND_TOLERANCE * long)
    return ({ diameterMm, lengthMm }) => [diameterMm, diameterMm, lengthMm];
  return undefined;
}

type Lathe = CheckLimits['lathesMm'][number];

function* featureChecks(features: PartFacts['features'], limits: CheckLimits): Generator<Check> {
  if (!features) return;
  const { thinWall } = features;
  if (thinWall && rounded(thinWall.thicknessMm) < limits.thinWallMm) {
    const figures = { thicknessMm: thinWall.thicknessMm, limitMm: limits.thinWallMm };
    yield checkOf('thin-wall', figures, thinWall.faces);
  }
  if (features.holes === undefined) return;
  yield* holeChecks(features.holes, limits);
  yield* pocketChecks(features, limits);
  const { smallestInnerRadius: radius, sharpInnerEdges, undercutFaces, setups, turnedShare } = features;
  const limitMm = limits.innerRadiusMm;
  if (sharpInnerEdges.length > 0) {
    const lengthMm = sharpInnerEdges.reduce((sum, edge) => sum + edge.lengthMm, 0);
    const faces = sharpInnerEdges.flatMap((edge) => edge.faces);
    yield checkOf('sharp-inner-corner', { places: sharpInnerEdges.length, lengthMm, limitMm }, faces);
  }
  if (radius && rounded(radius.radiusMm) < limitMm)
    yield checkOf('small-inner-radius', { radiusMm: radius.radiusMm, limitMm }, radius.faces);
  if (undercutFaces.length > 0) yield checkOf('undercut', { places: undercutFaces.length }, undercutFaces);
  if (setups > limits.setups) yield checkOf('set-ups', { setups, limit: limits.setups });
  if (features.isTurned) yield checkOf('turned', { turnedShare });
  else if (undercutFaces.length === 0) yield checkOf('milled', { turnedShare });
}

/** Judges a hole by its step with the largest ratio: wider steps before it leave room for the drill's holder. */
function* holeChecks(holes: readonly Hole[], { holeRatio: { ideal, limit } }: CheckLimits): Generator<Check> {
  const deepestSteps = holes.map((hole) => ({
    hole,
    ...hole.steps
      .map((step) => ({ ...step, ratio: step.depthMm / step.diameterMm }))
      .reduce((a, b) => (b.ratio > a.ratio ? b : a), { diameterMm: 0, depthMm: 0, ratio: 0 }),
  }));
  for (const [code, above, upTo] of [
    ['deep-hole', ideal, limit],
    ['hole-too-deep', limit, Infinity],
  ] as const) {
    const matching = deepestSteps.filter(({ ratio }) => rounded(ratio) > above && rounded(ratio) <= upTo);
    const [worst] = matching.toSorted((a, b) => b.ratio - a.ratio);
    if (!worst) continue;
    const { diameterMm, depthMm, ratio } = worst;
    const faces = matching.flatMap(({ hole }) => hole.faces);
    yield checkOf(code, { places: matching.length, diameterMm, depthMm, ratio, limit: above }, faces);
  }
}

function* pocketChecks(
  { pockets }: Features,
  { pocketRatio: limit, pocketWidthMm: limitMm }: CheckLimits,
): Generator<Check> {
  const facesOf = (list: readonly Pocket[]) => list.flatMap(({ faces }) => faces);
  const deep = pockets
    .map((pocket) => ({ ...pocket, ratio: pocket.depthMm / pocket.widthMm }))
    .filter(({ ratio }) => rounded(ratio) > limit)
    .toSorted((a, b) => b.ratio - a.ratio);
  const narrow = pockets
    .filter(({ widthMm }) => rounded(widthMm) < limitMm)
    .toSorted((a, b) => a.widthMm - b.widthMm);
  const [deepest] = deep;
  if (deepest) {
    const { depthMm, widthMm, ratio } = deepest;
    yield checkOf('deep-pocket', { places: deep.length, depthMm, widthMm, ratio, limit }, facesOf(deep));
  }
  const [narrowest] = narrow;
  if (narrowest) {
    const { widthMm } = narrowest;
    yield checkOf('narrow-pocket', { places: narrow.length, widthMm, limitMm }, facesOf(narrow));
  }
}
