import type { BodyMesh, Vector } from '#geometry/model-reading.ts';

/** Faces of `boxMesh`, in its order. */
export const sides = { left: 0, right: 1, front: 2, back: 3, bottom: 4, top: 5 } as const;

/** A box with a face of two triangles for each side. */
export function boxMesh(size: Vector, corner: Vector = [0, 0, 0]): BodyMesh {
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  for (const axis of [0, 1, 2] as const) {
    const [across, along] = [(axis + 1) % 3, (axis + 2) % 3] as [0 | 1 | 2, 0 | 1 | 2];
    for (const end of [0, 1]) {
      const first = positions.length / 3;
      for (const [a, b] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ] as const) {
        const point: [number, number, number] = [...corner];
        point[axis] += end * size[axis];
        point[across] += a * size[across];
        point[along] += b * size[along];
        const normal: [number, number, number] = [0, 0, 0];
        normal[axis] = end * 2 - 1;
        positions.push(...point);
        normals.push(...normal);
      }
      // Counter-clockwise from outside.
      const order = end === 1 ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2];
      indices.push(...order.map((vertex) => first + vertex));
    }
  }
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    indices: Uint32Array.from(indices),
    faces: Array.from({ length: 6 }, (_, side) => ({ start: side * 6, count: 6 })),
    edges: new Float32Array(),
  };
}
