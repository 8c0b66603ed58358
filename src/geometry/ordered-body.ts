import { joinMeshes } from './mesh/join-meshes.ts';
import type { Body, ModelReading } from './model-reading.ts';

/** The body with this number, from 0, or all bodies as one; undefined if the file has no body with the number. */
export function orderedBody(
  { bodies, whole, wholeMesh }: ModelReading,
  number: number | undefined,
): Pick<Body, 'kind' | 'measures' | 'mesh' | 'features'> | undefined {
  const [first] = bodies;
  if (number !== undefined) return bodies[number];
  if (!whole || !first) return undefined;
  const mesh = wholeMesh ?? joinMeshes(bodies.map((body) => body.mesh));
  const { kind } = bodies.find((body) => body.kind === 'open') ?? first;
  return { kind, measures: whole, mesh };
}
