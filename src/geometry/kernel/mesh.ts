import type { TopoDS_Shape } from 'replicad-opencascadejs';
import { ReadingError, type BodyMesh } from '../model-reading.ts';
import type { Occt } from './load.ts';
import { scoped } from './scope.ts';

/** Largest angle between neighbouring triangles. */
const ANGLE_RAD = 0.35;
/** A face may fail to triangulate without an error; a coarser attempt often succeeds. */
const COARSENING_FACTORS = [1, 4, 16];
const HASH_LIMIT = 2 ** 31 - 1;

/**
 * Triangulates a shape with a deflection of `deflectionMm`, or a larger one if faces fail. The result has an element for each of
 * `faces`, with count 0 where a face cannot be triangulated. Throws `too-many-triangles` and `no-body`.
 */
export function meshShape(
  oc: Occt,
  shape: TopoDS_Shape,
  faces: readonly TopoDS_Shape[],
  deflectionMm: number,
  maxTriangles: number,
): BodyMesh {
  const hashes = faces.map((face) => oc.ReplicadShapeHasher.HashCode(face, HASH_LIMIT));
  let best: Extracted | undefined;
  for (const factor of COARSENING_FACTORS) {
    const mesh = extract(oc, shape, deflectionMm * factor, ANGLE_RAD * Math.sqrt(factor));
    if (mesh.indices.length > 3 * maxTriangles) throw new ReadingError('too-many-triangles');
    if (!best || mesh.groups.length > best.groups.length) best = mesh;
    if (best.groups.length >= faces.length) break;
    oc.BRepTools.Clean(shape, true);
  }
  if (!best || best.indices.length === 0) throw new ReadingError('no-body');
  const { groups, ...mesh } = best;
  return { ...mesh, faces: matchGroups(hashes, groups), edges: best.edges };
}

interface Group {
  start: number;
  count: number;
  hash: number;
}

type Extracted = Omit<BodyMesh, 'faces'> & { groups: Group[] };

function extract(oc: Occt, shape: TopoDS_Shape, deflectionMm: number, angleRad: number): Extracted {
  return scoped((freeLater) => {
    const mesh = freeLater(oc.ReplicadMeshExtractor.extract(shape, deflectionMm, angleRad, false));
    const lines = freeLater(oc.ReplicadEdgeMeshExtractor.extract(shape, deflectionMm, angleRad));
    // Calls may move the kernel's memory, so the views are created after the last call.
    const { buffer } = oc.wasmMemory;
    const numbers = new Int32Array(buffer, mesh.getFaceGroupsPtr(), mesh.getFaceGroupsSize());
    const groups: Group[] = [];
    for (let i = 0; i + 2 < numbers.length; i += 3) {
      const [start = 0, count = 0, hash = 0] = numbers.subarray(i, i + 3);
      if (count > 0) groups.push({ start, count, hash });
    }
    return {
      positions: new Float32Array(buffer, mesh.getVerticesPtr(), mesh.getVerticesSize()).slice(),
      normals: new Float32Array(buffer, mesh.getNormalsPtr(), mesh.getNormalsSize()).slice(),
      indices: new Uint32Array(buffer, mesh.getTrianglesPtr(), mesh.getTrianglesSize()).slice(),
      edges: new Float32Array(buffer, lines.getLinesPtr(), lines.getLinesSize()).slice(),
      groups,
    };
  });
}

/** Assigns groups to faces by hash; faces with equal hashes take them in order. */
function matchGroups(hashes: readonly number[], groups: readonly Group[]): BodyMesh['faces'] {
  const byHash = new Map<number, Group[]>();
  for (const group of groups) byHash.set(group.hash, [...(byHash.get(group.hash) ?? []), group]);
  return hashes.map((hash) => {
    const { start, count } = byHash.get(hash)?.shift() ?? { start: 0, count: 0 };
    return { start, count };
  });
}
