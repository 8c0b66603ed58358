import { scaleFingerprint } from './fingerprint.ts';
import type {
  Body,
  BodyMesh,
  Features,
  Hole,
  Measures,
  MeshFeatures,
  ModelReading,
} from './model-reading.ts';
import { times } from './vectors.ts';

/**
 * Multiplies all lengths by a factor above 0, for a file that declares the wrong unit: 25.4 or 1 / 25.4. `unit` stays as
 * declared. Throws RangeError for any other factor.
 */
export function scaleReading(reading: ModelReading, factor: number): ModelReading {
  if (!(factor > 0 && Number.isFinite(factor))) throw new RangeError(`Invalid factor: ${factor}.`);
  const { bodies, whole, wholeMesh } = reading;
  return {
    ...reading,
    bodies: bodies.map((body) => scaleBody(body, factor)),
    ...(whole && { whole: scaleMeasures(whole, factor) }),
    ...(wholeMesh && { wholeMesh: scaleMesh(wholeMesh, factor) }),
  };
}

function scaleBody(body: Body, factor: number): Body {
  return {
    ...body,
    ...scaleFigures(body, factor),
    fingerprint: scaleFingerprint(body.fingerprint, factor),
    mesh: scaleMesh(body.mesh, factor),
  };
}

const scaleMesh = (mesh: BodyMesh, factor: number): BodyMesh => ({
  ...mesh,
  positions: mesh.positions.map((value) => value * factor),
  edges: mesh.edges.map((value) => value * factor),
});

export const scaleFigures = (
  { measures, features }: Pick<Body, 'measures' | 'features'>,
  factor: number,
): Pick<Body, 'measures' | 'features'> => ({
  measures: scaleMeasures(measures, factor),
  ...(features && { features: scaleFeatures(features, factor) }),
});

function scaleMeasures(measures: Measures, factor: number): Measures {
  return {
    ...measures,
    volumeMm3: measures.volumeMm3 * factor ** 3,
    areaMm2: measures.areaMm2 * factor ** 2,
    boxMm: times(measures.boxMm, factor),
    stockBoxMm: times(measures.stockBoxMm, factor),
    centreMm: times(measures.centreMm, factor),
  };
}

function scaleFeatures(features: Features | MeshFeatures, factor: number): Features | MeshFeatures {
  const { smallestInnerRadius } = features;
  const thinWall = features.thinWall && {
    ...features.thinWall,
    thicknessMm: features.thinWall.thicknessMm * factor,
  };
  if (features.holes === undefined) return { ...(thinWall && { thinWall }) };
  return {
    ...features,
    holes: features.holes.map((hole) => scaleHole(hole, factor)),
    pockets: features.pockets.map((pocket) => ({
      ...pocket,
      depthMm: pocket.depthMm * factor,
      widthMm: pocket.widthMm * factor,
    })),
    sharpInnerEdges: features.sharpInnerEdges.map((edge) => ({ ...edge, lengthMm: edge.lengthMm * factor })),
    ...(smallestInnerRadius && {
      smallestInnerRadius: { ...smallestInnerRadius, radiusMm: smallestInnerRadius.radiusMm * factor },
    }),
    ...(thinWall && { thinWall }),
  };
}

const scaleHole = (hole: Hole, factor: number): Hole => ({
  ...hole,
  steps: hole.steps.map(({ diameterMm, depthMm }) => ({
    diameterMm: diameterMm * factor,
    depthMm: depthMm * factor,
  })),
  depthMm: hole.depthMm * factor,
  axis: { ...hole.axis, point: times(hole.axis.point, factor) },
});
