import { openFingerprint } from '#geometry/fingerprint.ts';
import type { Body, ModelReading } from '#geometry/model-reading.ts';

const measures = {
  volumeMm3: 6_000,
  areaMm2: 2_200,
  boxMm: [30, 20, 10],
  stockBoxMm: [30, 20, 10],
  isStockTilted: false,
  centreMm: [15, 10, 5],
} as const;

/** A file of blocks of 30 × 20 × 10 mm: one body for each count, repeated that often. */
export const blocks = (...counts: number[]): ModelReading => ({
  format: 'stl',
  notes: [],
  bodies: counts.map((count): Body => ({
    kind: 'mesh',
    count,
    measures,
    fingerprint: openFingerprint('mesh', measures.areaMm2),
    mesh: {
      positions: new Float32Array(),
      normals: new Float32Array(),
      indices: new Uint32Array(),
      faces: [],
      edges: new Float32Array(),
    },
  })),
});
