import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { TopoDS_Shape } from 'replicad-opencascadejs';
import { convexHull } from '#geometry/convex-hull.ts';
import { isEqualShape, compareShapes } from '#geometry/fingerprint.ts';
import { igesToBrep } from '#geometry/kernel/read-iges.ts';
import { meshShape } from '#geometry/kernel/mesh.ts';
import { nodeKernel, partMaker, type PartMaker } from '#geometry/kernel/parts.test-data.ts';
import { readBrep } from '#geometry/kernel/read-brep.ts';
import { readStep } from '#geometry/kernel/read-step.ts';
import { scoped, type FreeLater } from '#geometry/kernel/scope.ts';
import { partsOf, subshapes } from '#geometry/kernel/solids.ts';
import type { Occt } from '#geometry/kernel/load.ts';
import { roughSize } from '#geometry/kernel/measures.ts';
import { joinMeshes } from '#geometry/mesh/join-meshes.ts';
import type { TriangleMesh } from '#geometry/mesh/triangle-mesh.ts';
import {
  defaultReadingLimits,
  ReadingError,
  type Body,
  type Fingerprint,
  type Hole,
  type ReadingFailure,
  type Vector,
} from '#geometry/model-reading.ts';
import { readModel } from '#geometry/read-model.ts';
import { bruteForceBox } from '../tests/support/models/brute-force-box.ts';
import { binaryStl } from '../tests/support/models/mesh-files.ts';
import { moved, randomRotation } from '../tests/support/models/mesh-parts.ts';
import { seededNumbers } from '../tests/support/data/seeded-numbers.ts';

/** The output of the process: facts about the closed bodies of a file and of other exports of it. */
export interface PartProofs {
  failure?: ReadingFailure;
  /** Only for files with one body. */
  boxMm?: readonly number[];
  holes: readonly Pick<Hole, 'kind' | 'depthMm' | 'steps'>[];
  /** Fingerprints of the bodies; none for a refused file. */
  prints: readonly Fingerprint[];
  /** Number of bodies that are the same, and equal, in a rotated BREP; absent for a mesh. */
  asBrep?: { same: number; equal: number };
  /** Number of bodies that are the same in a rotated fine mesh. */
  sameAsMesh: number;
  /** The largest ratio between the volume of a stock box and that of brute force. */
  boxRatio: number;
}

/** Largest distance between a fine mesh and its part, as a share of the size. */
const FINE = 2e-4;
/** Tolerance of a hull, as a share of the size. */
const ROUNDING = 1e-6;
const SHIFT_MM = [310, -42, 7] as const;

const [file = '', seed = '1'] = process.argv.slice(2);
const name = basename(file);
const bytes = new Uint8Array(readFileSync(file));
const kernel = nodeKernel();
const next = seededNumbers(Number(seed));
process.stdout.write(JSON.stringify(await prove()));

async function prove(): Promise<PartProofs> {
  const { bodies, failure } = await closedBodies(bytes, name);
  const prints = bodies.map(({ fingerprint }) => fingerprint);
  const { brep, stls } = bodies.length === 0 ? { stls: [] } : await exportAgain(bodies);
  const countIn = (others: readonly Body[], isLike: (a: Fingerprint, b: Fingerprint) => boolean) =>
    prints.filter((print) => others.some(({ fingerprint }) => isLike(print, fingerprint))).length;
  const same = (a: Fingerprint, b: Fingerprint) => compareShapes(a, b) === 'same';
  const asBrep = brep && (await closedBodies(brep, 'turned.brep')).bodies;
  const asMesh: Body[] = [];
  for (const stl of stls) asMesh.push(...(await closedBodies(stl, 'turned.stl')).bodies);
  const holes = bodies.flatMap(({ features }) => features?.holes ?? []);
  return {
    ...(failure ? { failure } : {}),
    ...(bodies[0] && bodies.length === 1 ? { boxMm: bodies[0].measures.boxMm } : {}),
    holes: holes.map(({ kind, depthMm, steps }) => ({ kind, depthMm, steps })),
    prints,
    ...(asBrep ? { asBrep: { same: countIn(asBrep, same), equal: countIn(asBrep, isEqualShape) } } : {}),
    sameAsMesh: countIn(asMesh, same),
    boxRatio: Math.max(0, ...bodies.map(boxRatio)),
  };
}

async function closedBodies(
  content: Uint8Array,
  fileName: string,
): Promise<{ bodies: Body[]; failure?: ReadingFailure }> {
  try {
    const { bodies } = await readModel(content, fileName, kernel);
    return { bodies: bodies.filter(({ kind }) => kind !== 'open') };
  } catch (error) {
    if (error instanceof ReadingError) return { bodies: [], failure: error.failure };
    throw error;
  }
}

/** Exports the file with random rotations: solids as BREP and as fine meshes, a mesh as a mesh. */
async function exportAgain(bodies: readonly Body[]): Promise<{ brep?: Uint8Array; stls: Uint8Array[] }> {
  if (bodies.some(({ kind }) => kind === 'mesh')) {
    const { positions, indices } = joinMeshes(bodies.map(({ mesh }) => mesh));
    return { stls: [turnedStl({ points: Float64Array.from(positions), indices })] };
  }
  const oc = await kernel.occt();
  const iges = /\.igs$|\.iges$/i.test(name) ? await kernel.iges() : undefined;
  const make = partMaker(oc);
  return scoped((own) => {
    const shapes = iges ? igesToBrep(iges, bytes).map((brep) => readBrep(oc, own, brep)) : shapesOf(oc, own);
    const solids = partsOf(oc, own, { shapes, names: [] }, defaultReadingLimits)
      .parts.filter(({ isClosed }) => isClosed)
      .map(({ shape }) => shape);
    // Before meshing, because BREP would include the meshes.
    const brep = make.brep(make.together(...solids.map((solid) => turnedAtRandom(make, solid))));
    // Rotates meshes, not solids: for a rotated body with free-form faces the kernel leaves gaps that no CAD system would.
    return { brep, stls: solids.map((solid) => turnedStl(fineMesh(oc, own, solid))) };
  });
}

function turnedStl(mesh: TriangleMesh): Uint8Array {
  return binaryStl(moved(mesh, randomRotation(next), SHIFT_MM));
}

function fineMesh(oc: Occt, own: FreeLater, solid: TopoDS_Shape): TriangleMesh {
  const faces = subshapes(oc, own, solid, oc.TopAbs_ShapeEnum.TopAbs_FACE);
  const { positions, indices } = meshShape(oc, solid, faces, FINE * roughSize(oc, solid), Infinity);
  return { points: Float64Array.from(positions), indices };
}

function shapesOf(oc: Occt, own: FreeLater): readonly TopoDS_Shape[] {
  if (/\.brep$|\.brp$/i.test(name)) return [readBrep(oc, own, bytes)];
  return readStep(oc, own, bytes, defaultReadingLimits).shapes;
}

function turnedAtRandom(make: PartMaker, shape: TopoDS_Shape): TopoDS_Shape {
  const axes: Vector[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const turned = axes.reduce((one, axis) => make.turned(one, axis, (next(3_600) / 1_800) * Math.PI), shape);
  return make.moved(turned, SHIFT_MM);
}

function boxRatio({ mesh: { positions }, measures }: Body): number {
  const [a, b, c] = measures.stockBoxMm;
  const corners = convexHull(positions, ROUNDING * Math.hypot(a, b, c))?.corners ?? positions;
  return (a * b * c) / bruteForceBox(corners, next);
}
