import { boxMesh } from '#tests/support/models/mesh-parts.ts';
import { ReadingError, defaultReadingLimits, type Body, type ReadingLimits } from '../model-reading.ts';
import { readMesh, type MeshFormat } from './read-mesh.ts';

export const text = (value: string) => new TextEncoder().encode(value);
export const box = boxMesh([30, 20, 10]);

export function failure(bytes: Uint8Array, format: MeshFormat, limits: Partial<ReadingLimits> = {}): string {
  try {
    const { bodies } = readMesh(bytes, format, { ...defaultReadingLimits, ...limits });
    return `${bodies.length} bodies`;
  } catch (error) {
    return error instanceof ReadingError ? error.failure : String(error);
  }
}

/** Kind, number and volume of each body. */
export const summary = (bodies: readonly Body[]) =>
  bodies.map(({ kind, count, measures }) => [kind, count, Math.round(measures.volumeMm3)]);
