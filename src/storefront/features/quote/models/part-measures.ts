import { countsOf } from '#domain/charges/part-measures.ts';
import { processTexts } from '#domain/process-tree/chosen-processes.ts';
import { checkNotes, checkPart, type Check } from '#geometry/checks/checks.ts';
import type { CheckLimits } from '#geometry/checks/check-limits.ts';
import { checkDrawing } from '#geometry/drawing-check.ts';
import type { Body, BodyMesh, Measures, ModelReading } from '#geometry/model-reading.ts';
import { joinMeshes } from '#geometry/mesh/join-meshes.ts';
import { scaleFigures } from '#geometry/scale-reading.ts';
import type { PartFields } from '../draft/draft.ts';
import type { ModelMeasures, PartModel } from '../draft/part-model.ts';
import { partChoices } from '../draft/part-texts.ts';

const countBodies = (bodies: readonly Pick<Body, 'count'>[]): number =>
  bodies.reduce((sum, { count }) => sum + count, 0);

/** What the checks need from a reading. Without the triangles it is small enough to keep for two hundred parts. */
export interface ModelFacts extends Pick<ModelReading, 'unit' | 'notes' | 'whole'> {
  bodies: readonly Pick<Body, 'kind' | 'count' | 'measures' | 'features'>[];
}

export const factsOf = ({ unit, notes, whole, bodies }: ModelReading): ModelFacts => ({
  unit,
  notes,
  whole,
  bodies: bodies.map(({ kind, count, measures, features }) => ({ kind, count, measures, features })),
});

/** The body of the part; undefined if the part has several. */
export function bodyOf<B extends Pick<Body, 'count'>>(
  { bodies }: { bodies: readonly B[] },
  { bodyIndex }: PartModel,
): B | undefined {
  if (bodyIndex !== undefined) return bodies[bodyIndex];
  return countBodies(bodies) === 1 ? bodies[0] : undefined;
}

/** The triangles of the part's body, or of all bodies of the file. */
export function meshOf(reading: ModelReading, model: PartModel): BodyMesh {
  const body = bodyOf(reading, model);
  if (!body && reading.wholeMesh) return reading.wholeMesh;
  return joinMeshes((body ? [body] : reading.bodies).map(({ mesh }) => mesh));
}

/** Measures of the part, unscaled. Several bodies have a size only if they are quoted as one part. */
export function measuresOf(reading: ModelReading, model: PartModel): ModelMeasures {
  const body = bodyOf(reading, model);
  const bodies = countBodies(reading.bodies);
  if (body) {
    const { volumeMm3, stockBoxMm } = body.measures;
    return {
      bodies,
      volumeMm3,
      sizeMm: stockBoxMm,
      isTurned: body.features?.isTurned,
      counts: countsOf(body),
    };
  }
  if (!model.isWhole) return { bodies, volumeMm3: 0 };
  const { volumeMm3 = 0, stockBoxMm } = reading.whole ?? {};
  const counts = reading.whole && countsOf({ kind: 'solid', measures: reading.whole });
  return { bodies, volumeMm3, sizeMm: stockBoxMm, counts };
}

/** The findings about a part, checked against the limits for its material. */
export function checksOf(facts: ModelFacts, model: PartModel, limits: CheckLimits): Check[] {
  const { bodies, whole, unit, notes } = facts;
  const scaled = (figures: { measures: Measures; features?: Body['features'] }) =>
    scaleFigures(figures, model.factor);
  const body = bodyOf(facts, model);
  if (body) return checkPart({ kind: body.kind, ...scaled(body), unit, notes, bodies: 1 }, limits);
  const [first] = bodies;
  if (!first || !whole || !model.isWhole) return checkNotes(notes, limits);
  const kind = bodies.some((candidate) => candidate.kind === 'open') ? 'open' : first.kind;
  return checkPart(
    { kind, ...scaled({ measures: whole }), unit, notes, bodies: countBodies(bodies) },
    limits,
  );
}

/** The finding that chosen options need a drawing, if the part has none. */
export const drawingChecksOf = (
  part: PartFields,
  nodes: Parameters<typeof partChoices>[1],
  limits: CheckLimits,
): Check[] =>
  checkDrawing(
    { optionTexts: processTexts(partChoices(part, nodes)), fileNames: part.files.map(({ name }) => name) },
    limits,
  );
