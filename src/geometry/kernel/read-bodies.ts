import { faceFigures } from '../face-figures.ts';
import { findFeatures } from '../features/find-features.ts';
import { flipInsideOutFaces } from '../features/flip-inside-out-faces.ts';
import { exactFingerprint, openFingerprint, compareShapes } from '../fingerprint.ts';
import { meshMoments } from '../mesh/mesh-moments.ts';
import {
  ReadingError,
  type Body,
  type BodyMesh,
  type Measures,
  type ModelReading,
  type ReadingLimits,
  type Vector,
} from '../model-reading.ts';
import { stockBox } from '../stock-box.ts';
import { boundsOf, longestFirst, middleOf } from '../vectors.ts';
import type { PartFaces } from '../features/part-faces.ts';
import { describeFaces } from './faces.ts';
import type { Occt } from './load.ts';
import { boxOf, inertiaOf, roughSize } from './measures.ts';
import { meshShape } from './mesh.ts';
import type { ShapeReading } from './shape-reading.ts';
import { scoped, type FreeLater } from './scope.ts';
import { partsOf, subshapes, type Part } from './solids.ts';
import { wholeOf, type ReadPart } from './whole.ts';

/**
 * Measures the bodies of a file, and all of them as one part. Throws `no-body`, `not-finite`, `too-many-solids` or
 * `too-many-triangles`.
 */
export function readBodies(
  oc: Occt,
  freeLater: FreeLater,
  reading: Pick<ShapeReading, 'shapes' | 'names' | 'notes'>,
  limits: ReadingLimits,
): Pick<ModelReading, 'notes' | 'bodies' | 'whole' | 'wholeMesh'> {
  let triangles = 0;
  const solids = partsOf(oc, freeLater, reading, limits);
  const parts = solids.parts.map((part): ReadPart => {
    const result = readBody(oc, part, limits.maxTriangles - triangles);
    triangles += result.body.mesh.indices.length / 3;
    return { part, ...result };
  });
  // Notes from the text of the file may count the same bodies.
  const notes = [
    ...reading.notes,
    ...solids.notes.filter(({ code }) => !reading.notes.some((note) => note.code === code)),
  ];
  return { notes, bodies: mergeEqual(parts.map(({ body }) => body)), ...wholeOf(oc, parts) };
}

/** Relative tolerance for the measures of instances that a file repeats in full. */
const SAME_MEASURE = 1e-6;

/** Merges bodies with equal name and shape into one with a count. */
function mergeEqual(bodies: readonly Body[]): Body[] {
  const distinct: Body[] = [];
  for (const body of bodies) {
    const index = distinct.findIndex((other) => isEqual(other, body));
    const existing = distinct[index];
    if (existing) distinct[index] = { ...existing, count: existing.count + body.count };
    else distinct.push(body);
  }
  return distinct;
}

function isEqual(a: Body, b: Body): boolean {
  const isNear = (x: number, y: number) => Math.abs(x - y) <= SAME_MEASURE * Math.max(x, y);
  return (
    a.name === b.name &&
    isNear(a.measures.volumeMm3, b.measures.volumeMm3) &&
    isNear(a.measures.areaMm2, b.measures.areaMm2) &&
    compareShapes(a.fingerprint, b.fingerprint) === 'same'
  );
}

/**
 * Largest distance between a face and its triangles, as a fraction of the size. The box is measured only on faces whose
 * triangles come within `BOX_MARGIN` times this distance of its sides.
 */
const DEFLECTION = 1e-3;
const BOX_MARGIN = 4;

function readBody(oc: Occt, part: Part, maxTriangles: number): Omit<ReadPart, 'part'> {
  return scoped((freeLater) => {
    const { shape, name, instances } = part;
    const count = instances.length;
    const faces = subshapes(oc, freeLater, shape, oc.TopAbs_ShapeEnum.TopAbs_FACE);
    const inertia = part.isClosed ? inertiaOf(oc, shape) : undefined;
    const deflectionMm = DEFLECTION * roughSize(oc, shape);
    const mesh = meshShape(oc, shape, faces, deflectionMm, maxTriangles);
    const partFaces = describeFaces(oc, faces);
    flipInsideOutFaces(mesh, partFaces);
    const areaMm2 = partFaces.faces.reduce((sum, face) => sum + face.areaMm2, 0);
    if (!(areaMm2 > 0 && areaMm2 < Infinity)) throw new ReadingError('not-finite');
    const marginMm = BOX_MARGIN * deflectionMm;
    const boxMm = boxOf(oc, faces, mesh, marginMm);
    const surfaceMeasures = { areaMm2, boxMm, ...measureStock(mesh, boxMm, planeNormals(partFaces)) };
    if (!inertia)
      return { marginMm, body: { kind: 'open', name, count, mesh, ...openFigures(mesh, surfaceMeasures) } };
    const { momentsMm5, ...solid } = inertia;
    const exact = { volumeMm3: solid.volumeMm3, areaMm2, momentsMm5 };
    const body: Body = {
      kind: 'solid',
      name,
      count,
      measures: { ...solid, ...surfaceMeasures },
      features: findFeatures(partFaces, mesh),
      fingerprint: {
        ...exactFingerprint(exact, meshMoments(mesh.positions, mesh.indices)),
        faces: faceFigures(partFaces.faces, solid.centreMm),
      },
      mesh,
    };
    return { marginMm, body };
  });
}

/** An open shell has an area and a box, but no volume. */
function openFigures(
  mesh: BodyMesh,
  surfaceMeasures: Omit<Measures, 'volumeMm3' | 'centreMm'>,
): Pick<Body, 'measures' | 'fingerprint'> {
  return {
    measures: { volumeMm3: 0, centreMm: meshCentre(mesh), ...surfaceMeasures },
    fingerprint: openFingerprint('exact', surfaceMeasures.areaMm2),
  };
}

function meshCentre({ positions }: BodyMesh): Vector {
  const bounds = boundsOf(positions);
  return bounds ? middleOf(bounds) : [0, 0, 0];
}

/** For stock along the axes of the file, the exact box is better than that of the mesh. */
function measureStock(
  mesh: BodyMesh,
  boxMm: Vector,
  normals: readonly Vector[],
): Pick<Measures, 'stockBoxMm' | 'isStockTilted'> {
  const { edgesMm, isTilted } = stockBox(mesh.positions, normals);
  return { stockBoxMm: isTilted ? edgesMm : longestFirst(boxMm), isStockTilted: isTilted };
}

/** Normals of the plane faces, largest face first. */
const planeNormals = ({ faces }: PartFaces): Vector[] =>
  faces
    .toSorted((a, b) => b.areaMm2 - a.areaMm2)
    .flatMap(({ surface }) => (surface.type === 'plane' ? [surface.normal] : []));
