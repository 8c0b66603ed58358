import type { BodyMesh, Features } from '../model-reading.ts';
import { findHoles } from './holes.ts';
import { findSharpInnerEdges, findSmallestInnerRadius } from './inner-edges.ts';
import type { PartFaces } from './part-faces.ts';
import { findPockets } from './pockets.ts';
import { createRayMesh } from './ray-mesh.ts';
import { sampleFaces } from './samples.ts';
import { findSetups } from './set-ups.ts';
import { findThinWall } from './thin-walls.ts';
import { findTurning } from './turning.ts';

const SAMPLES_PER_FACE = 6;

/** Finds the features that make a part easy or hard to cut. `part` and `mesh` number the faces in the same way. */
export function findFeatures(part: PartFaces, mesh: BodyMesh): Features {
  const rays = createRayMesh(mesh);
  const samples = sampleFaces(rays, () => SAMPLES_PER_FACE);
  const holes = findHoles(part, rays);
  const holeFaces = new Set(holes.flatMap(({ faces }) => faces));
  return {
    holes,
    pockets: findPockets(part, mesh, rays, samples, holes),
    sharpInnerEdges: findSharpInnerEdges(part, rays),
    smallestInnerRadius: findSmallestInnerRadius(part, holeFaces),
    thinWall: findThinWall(rays),
    ...findSetups(part, rays, holes),
    ...findTurning(part, mesh),
  };
}
