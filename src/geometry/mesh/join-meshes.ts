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
  let [coordinateOffset, cornerOffset, lineOffset] = [0, 0, 0];
  for (const mesh of meshes) {
    joined.positions.set(mesh.positions, coordinateOffset);
    joined.normals.set(mesh.normals, coordinateOffset);
    joined.edges.set(mesh.edges, lineOffset);
    const vertexOffset = coordinateOffset / 3;
    for (const [index, vertex] of mesh.indices.entries())
      joined.indices[cornerOffset + index] = vertex + vertexOffset;
    for (const { start, count } of mesh.faces) faces.push({ start: start + cornerOffset, count });
    coordinateOffset += mesh.positions.length;
    cornerOffset += mesh.indices.length;
    lineOffset += mesh.edges.length;
  }
  return { ...joined, faces };
}

const total = (meshes: readonly BodyMesh[], countOf: (mesh: BodyMesh) => number): number =>
  meshes.reduce((sum, mesh) => sum + countOf(mesh), 0);
