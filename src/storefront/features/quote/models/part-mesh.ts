import type { BodyMesh, ModelReading } from '#geometry/model-reading.ts';
import { joinMeshes } from '#geometry/mesh/join-meshes.ts';
import type { PartModel } from '../draft/part-model.ts';
import { bodyOf } from './part-measures.ts';

/** The triangles of a part: of its body, or of all bodies of the file. */
export function meshOf(reading: ModelReading, model: PartModel): BodyMesh {
  const body = bodyOf(reading, model);
  if (!body && reading.wholeMesh) return reading.wholeMesh;
  return joinMeshes((body ? [body] : reading.bodies).map(({ mesh }) => mesh));
}
