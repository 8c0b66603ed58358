import { joinMeshes } from './mesh/join-meshes.ts';
import type { Body, ModelReading } from './model-reading.ts';

/** The body that was ordered: by number, from 0, or without one all bodies together; undefined if the file lacks it. */
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
