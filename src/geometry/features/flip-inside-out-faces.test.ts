import { expect, test } from 'vitest';
import type { BodyMesh } from '../model-reading.ts';
import type { PartFaces } from './part-faces.ts';
import { flipInsideOutFaces } from './flip-inside-out-faces.ts';

const face = (surface: PartFaces['faces'][number]['surface']) => ({
  surface,
  areaMm2: 1,
  centreMm: [0, 0, 0] as const,
  edges: [],
});

test('plane and wall triangles that face into the material are flipped with their normals; others stay unchanged', () => {
  const axis = { point: [0, 0, 0], direction: [0, 0, 1] } as const;
  const wall = { type: 'cylinder', axis, from: 0, to: 1, radiusMm: 1 } as const;
  const plane = { type: 'plane', normal: [0, 0, 1], point: [0, 0, 0] } as const;
  const faces = [
    face(plane),
    face(plane),
    face({ ...wall, isConcave: true }),
    face({ ...wall, isConcave: false }),
  ];
  // Two triangles in the plane, the second upside down, and two on the wall that face away from the axis.
  const flat = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  const round = [1, 0, 0, 0, 1, 0, 1, 0, 1];
  const mesh: BodyMesh = {
    positions: new Float32Array([...flat, ...flat, ...round, ...round]),
    normals: new Float32Array([1, -1, 1, 1].flatMap((z) => [0, 0, z, 0, 0, z, 0, 0, z])),
    indices: new Uint32Array([0, 1, 2, 3, 5, 4, 6, 7, 8, 9, 10, 11]),
    edges: new Float32Array(),
    faces: [0, 3, 6, 9].map((start) => ({ start, count: 3 })),
  };
  flipInsideOutFaces(mesh, { faces, edges: [] });
  expect([...mesh.indices]).toEqual([0, 1, 2, 3, 4, 5, 6, 8, 7, 9, 10, 11]);
  expect([...mesh.normals].filter((_, i) => i % 9 === 2)).toEqual([1, 1, -1, 1]);
});
