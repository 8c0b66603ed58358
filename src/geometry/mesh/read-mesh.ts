import { bodyName } from '../body-name.ts';
import { createRayMesh } from '../features/ray-mesh.ts';
import { findThinWall, WALL_SAMPLES } from '../features/thin-walls.ts';
import { meshFingerprint, openFingerprint, compareShapes } from '../fingerprint.ts';
import {
  ReadingError,
  defaultReadingLimits,
  type Body,
  type ModelReading,
  type ReadingLimits,
} from '../model-reading.ts';
import { stockBox } from '../stock-box.ts';
import { mmPerUnit } from '../units.ts';
import { boundsOf, lengthOf, subtract } from '../vectors.ts';
import { cornersOf, wholeMeasures, wholeMesh, type PlacedBody } from '../whole-measures.ts';
import { displayMesh, planeNormals } from './display-mesh.ts';
import { checkCoordinates, type MeshFile, type MeshPart } from './mesh-file.ts';
import { meshMoments } from './mesh-moments.ts';
import { nestShells } from './nest-shells.ts';
import { read3mf } from './read-3mf.ts';
import { readObj } from './read-obj.ts';
import { readStl } from './read-stl.ts';
import { splitShells } from './shells.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

const readers = { stl: readStl, obj: readObj, '3mf': read3mf } as const satisfies Record<
  string,
  (bytes: Uint8Array, limits: ReadingLimits) => MeshFile
>;

export type MeshFormat = keyof typeof readers;

/** A closed mesh with less volume than its area times this fraction of its diagonal is a surface folded onto itself. */
const FLAT = 1e-9;

/**
 * Reads a mesh file: each closed shell with its cavities is a body, all open surfaces together are one body of kind 'open'.
 * Figures are exact for the mesh. Throws `ReadingError`.
 */
export function readMesh(
  bytes: Uint8Array,
  format: MeshFormat,
  limits: ReadingLimits = defaultReadingLimits,
): ModelReading {
  if (bytes.length === 0) throw new ReadingError('empty');
  if (bytes.length > limits.maxBytes) throw new ReadingError('too-large');
  const { unit, parts, notes = [] } = readers[format](bytes, limits);
  const scale = (unit && mmPerUnit[unit]) ?? 1;
  const bodies: Body[] = [];
  const allBodies: Body[] = [];
  for (const part of parts) {
    const points = scale === 1 ? part.points : part.points.map((value) => value * scale);
    checkCoordinates(points);
    for (const body of bodiesOf({ ...part, points }, limits)) {
      if (allBodies.length >= limits.maxSolids) throw new ReadingError('too-many-solids');
      allBodies.push(body);
      addBody(bodies, body);
    }
  }
  if (bodies.length === 0) throw new ReadingError('no-body');
  addThinWalls(bodies);
  if (allBodies.length === 1) return { format, unit, notes, bodies };
  const placed = allBodies.map((body): PlacedBody => ({
    body,
    corners: cornersOf(body),
    centreMm: body.measures.centreMm,
  }));
  const meshes = allBodies.map(({ mesh }) => mesh);
  return {
    format,
    unit,
    notes,
    bodies,
    whole: wholeMeasures(placed),
    wholeMesh: wholeMesh(meshes, (mesh) => mesh),
  };
}

/** Limit for the samples of all bodies together, which bounds the time for many small bodies. */
const MAX_SAMPLES = 2 * WALL_SAMPLES;

function addThinWalls(bodies: readonly Body[]): void {
  const closed = bodies.filter(({ kind }) => kind === 'mesh');
  const samples = Math.min(WALL_SAMPLES, Math.ceil(MAX_SAMPLES / closed.length));
  for (const body of closed) body.features = { thinWall: findThinWall(createRayMesh(body.mesh), samples) };
}

/** Adds a body, or increments the count of an equal one. */
function addBody(bodies: Body[], body: Body): void {
  // Equal bodies of one file have equal meshes, so the tight tolerances of exact figures apply.
  const asExact = ({ fingerprint }: Body) => ({ ...fingerprint, precision: 'exact' as const });
  const equalBody = bodies.find((other) => compareShapes(asExact(other), asExact(body)) === 'same');
  if (equalBody) equalBody.count++;
  else bodies.push(body);
}

function bodiesOf(part: MeshPart, limits: ReadingLimits): Body[] {
  const shells = splitShells(part);
  const isSolidByShell = new Map(shells.map((shell) => [shell, shell.isClosed && !isFlat(shell.mesh)]));
  const closed = shells.filter((shell) => isSolidByShell.get(shell));
  // Cavities are limited too, because all shells are compared with each other.
  if (closed.length > 2 * limits.maxSolids) throw new ReadingError('too-many-solids');
  const nameAt = (firstTriangle: number) =>
    bodyName(part.names.findLast((entry) => entry.firstTriangle <= firstTriangle)?.name);
  return [
    ...nestShells(closed).map(({ mesh, firstTriangle }) => ({ mesh, firstTriangle, kind: 'mesh' as const })),
    ...shells
      .filter((shell) => !isSolidByShell.get(shell))
      .map(({ mesh, firstTriangle }) => ({ mesh, firstTriangle, kind: 'open' as const })),
  ]
    .toSorted((a, b) => a.firstTriangle - b.firstTriangle)
    .map(({ mesh, firstTriangle, kind }) => makeBody(mesh, kind, nameAt(firstTriangle)));
}

function isFlat({ points, indices }: TriangleMesh): boolean {
  const { volume, area } = meshMoments(points, indices);
  if (!Number.isFinite(volume) || !Number.isFinite(area)) throw new ReadingError('not-finite');
  const bounds = boundsOf(points);
  return !bounds || Math.abs(volume) <= FLAT * area * lengthOf(subtract(bounds.high, bounds.low));
}

function makeBody(mesh: TriangleMesh, kind: 'mesh' | 'open', name: string | undefined): Body {
  const moments = meshMoments(mesh.points, mesh.indices);
  const bounds = boundsOf(mesh.points) ?? { low: [0, 0, 0], high: [0, 0, 0] };
  const display = displayMesh(mesh);
  const { edgesMm, isTilted } = stockBox(Float32Array.from(mesh.points), planeNormals(mesh));
  const isOpen = kind === 'open';
  const [[x, y, z], boxMm] = [bounds.low, subtract(bounds.high, bounds.low)] as const;
  const body: Body = {
    kind,
    name,
    count: 1,
    measures: {
      volumeMm3: isOpen ? 0 : moments.volume,
      areaMm2: moments.area,
      boxMm,
      stockBoxMm: edgesMm,
      isStockTilted: isTilted,
      centreMm: isOpen ? [x + boxMm[0] / 2, y + boxMm[1] / 2, z + boxMm[2] / 2] : moments.centre,
    },
    fingerprint: isOpen ? openFingerprint('mesh', moments.area) : meshFingerprint(moments),
    mesh: display,
  };
  const figures = [body.measures.volumeMm3, body.measures.areaMm2, ...boxMm, ...body.fingerprint.momentsMm5];
  if (!figures.every(Number.isFinite)) throw new ReadingError('not-finite');
  return body;
}
