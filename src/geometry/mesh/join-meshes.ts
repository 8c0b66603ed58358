import type { BodyMesh } from '../model-reading.ts';

/** Joins bodies into one mesh; faces keep the order of the bodies. */
export function joinMeshes(meshes: readonly BodyMesh[]): BodyMesh {
  const [first, ...others] = meshes;
  if (first && others.length === 0) return first;
  const joined = {
    positions: new Float32Array(total(meshes, (mesh) => mesh.positions.length)),
    normals: new Float32Array(total(meshes, (mesh) => mesh.normals.length)),
    indices: new Uint32Array(total(meshes, (mesh) => mesh.indices.length)),
    edges: new Float32Array(total(meshes, (mesh) => mesh.edges.length)),
  };
  const faces: { start: number; count: number }[] = [];
  let [points, corners, lines] = [0, 0, 0];
  for (const mesh of meshes) {
    joined.positions.set(mesh.positions, points);
    joined.normals.set(mesh.normals, points);
    joined.edges.set(mesh.edges, lines);
    const vertices = points / 3;
    for (const [index, vertex] of mesh.indices.entries()) joined.indices[corners + index] = vertex + vertices;
    for (const { start, count } of mesh.faces) faces.push({ start: start + corners, count });
    points += mesh.positions.length;
    corners += mesh.indices.length;
    lines += mesh.edges.length;
  }
  return { ...joined, faces };
}

const total = (meshes: readonly BodyMesh[], countOf: (mesh: BodyMesh) => number): number =>
  meshes.reduce((sum, mesh) => sum + countOf(mesh), 0);
