import { boxMesh } from '#tests/support/models/mesh-parts.ts';
import { ReadingError } from '../model-reading.ts';
import { readMesh, type MeshFormat } from './read-mesh.ts';

export const box = boxMesh([30, 20, 10]);

/** The volumes of the bodies, or the failure, and what was left out. */
export function outcome(bytes: Uint8Array, format: MeshFormat) {
  try {
    const { bodies, notes } = readMesh(bytes, format);
    return {
      volumes: bodies.map(({ measures }) => Math.round(measures.volumeMm3)),
      names: bodies.flatMap(({ name }) => name ?? []),
      notes: notes.map(({ code, count }) => `${code} ${count}`),
    };
  } catch (error) {
    if (error instanceof ReadingError) return error.failure;
    throw error;
  }
}

export const read = (name = 'part', ...notes: string[]) => ({ volumes: [6000], names: [name], notes });
