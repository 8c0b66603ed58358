import type { Bnd_Box, GProp_GProps, TopoDS_Shape } from 'replicad-opencascadejs';
import { ReadingError, type BodyMesh, type Vector } from '../model-reading.ts';
import { principalAxes } from '../principal-axes.ts';
import { at, boundsOf, lengthOf, type Bounds } from '../vectors.ts';
import type { Occt } from './load.ts';
import { scoped } from './scope.ts';
import { vectorOf } from './vector-of.ts';

export interface Inertia {
  volumeMm3: number;
  centreMm: Vector;
  momentsMm5: Vector;
}

/** Relative error of the adaptive integration. The default integration errs by up to 0.7 % on free-form faces. */
const INTEGRATION_ERROR = 1e-6;

/** Throws `not-finite` unless the volume is positive and all figures are finite. */
export function inertiaOf(oc: Occt, solid: TopoDS_Shape): Inertia {
  return scoped((freeLater) => {
    const properties = freeLater(new oc.GProp_GProps());
    oc.BRepGProp.VolumeProperties(solid, properties, INTEGRATION_ERROR, false, false);
    const volumeMm3 = properties.Mass();
    if (!(volumeMm3 > 0 && volumeMm3 < Infinity)) throw new ReadingError('not-finite');
    const centreMm = vectorOf(properties.CentreOfMass());
    const momentsMm5 = principalMoments(oc, properties, centreMm);
    if (![...centreMm, ...momentsMm5].every(Number.isFinite)) throw new ReadingError('not-finite');
    return { volumeMm3, centreMm, momentsMm5 };
  });
}

export function areaAndCentreOf(oc: Occt, face: TopoDS_Shape): { areaMm2: number; centreMm: Vector } {
  return scoped((freeLater) => {
    const properties = freeLater(new oc.GProp_GProps());
    oc.BRepGProp.SurfaceProperties(face, properties, INTEGRATION_ERROR, false);
    return { areaMm2: properties.Mass(), centreMm: vectorOf(properties.CentreOfMass()) };
  });
}

/** A quick upper bound of the length of the shape's diagonal. Throws `no-body` and `not-finite`. */
export function roughSize(oc: Occt, shape: TopoDS_Shape): number {
  return scoped((freeLater) => {
    const box = freeLater(new oc.Bnd_Box());
    oc.BRepBndLib.Add(shape, box, false);
    if (box.IsVoid()) throw new ReadingError('no-body');
    const size = lengthOf(edgesOf(box));
    if (!(size > 0 && size < Infinity)) throw new ReadingError('not-finite');
    return size;
  });
}

/**
 * Edges of the box along the axes of the file. The kernel's quick box overshoots by up to 46 mm on a real part; its exact one is
 * slow, so only faces whose triangles come within `marginMm` of the bounds are measured.
 */
export function boxOf(oc: Occt, faces: readonly TopoDS_Shape[], mesh: BodyMesh, marginMm: number): Vector {
  return scoped((freeLater) => {
    const box = freeLater(new oc.Bnd_Box());
    addOuterFaces(oc, box, { faces, mesh, bounds: boundsOf(mesh.positions), marginMm });
    return boxEdges(box);
  });
}

interface OuterFaces {
  faces: readonly TopoDS_Shape[];
  mesh: BodyMesh;
  /** Bounds of everything in the box. */
  bounds: Bounds | undefined;
  marginMm: number;
}

/** Adds the faces whose triangles come within `marginMm` of the bounds to a box. */
export function addOuterFaces(oc: Occt, box: Bnd_Box, { faces, mesh, bounds, marginMm }: OuterFaces): void {
  const isOuter = (faceIndex: number): boolean => {
    const { start = 0, count = 0 } = mesh.faces[faceIndex] ?? {};
    const faceBounds = boundsOf(verticesOf(mesh, start, count));
    if (!bounds || !faceBounds) return true;
    return [0, 1, 2].some(
      (i) =>
        at(faceBounds.low, i) <= at(bounds.low, i) + marginMm ||
        at(faceBounds.high, i) >= at(bounds.high, i) - marginMm,
    );
  };
  for (const [faceIndex, face] of faces.entries()) {
    if (isOuter(faceIndex)) oc.BRepBndLib.AddOptimal(face, box, false, false);
  }
}

/** The edges of a box. Throws `no-body` for an empty box, and `not-finite`. */
export function boxEdges(box: Bnd_Box): Vector {
  if (box.IsVoid()) throw new ReadingError('no-body');
  const edges = edgesOf(box);
  if (!edges.every((edge) => edge >= 0 && edge < Infinity)) throw new ReadingError('not-finite');
  return edges;
}

const edgesOf = (box: Bnd_Box): Vector => [
  box.GetXMax() - box.GetXMin(),
  box.GetYMax() - box.GetYMin(),
  box.GetZMax() - box.GetZMin(),
];

function verticesOf({ positions, indices }: BodyMesh, start: number, count: number): number[] {
  const vertices = indices.subarray(start, start + count);
  return [...vertices].flatMap((vertex) => [...positions.subarray(vertex * 3, vertex * 3 + 3)]);
}

/** The kernel returns no inertia matrix, but moments about axes: six of them define the matrix. */
function principalMoments(oc: Occt, properties: GProp_GProps, centre: Vector): Vector {
  const momentAbout = (x: number, y: number, z: number): number =>
    scoped((freeLater) => {
      const axis = freeLater(
        new oc.gp_Ax1(freeLater(new oc.gp_Pnt(...centre)), freeLater(new oc.gp_Dir(x, y, z))),
      );
      return properties.MomentOfInertia(axis);
    });
  const xx = momentAbout(1, 0, 0);
  const yy = momentAbout(0, 1, 0);
  const zz = momentAbout(0, 0, 1);
  // Half of (a + b)ᵀ I (a + b) = aᵀ I a + bᵀ I b + 2 aᵀ I b, with a unit axis.
  const xy = momentAbout(1, 1, 0) - (xx + yy) / 2;
  const xz = momentAbout(1, 0, 1) - (xx + zz) / 2;
  const yz = momentAbout(0, 1, 1) - (yy + zz) / 2;
  return principalAxes([xx, yy, zz, xy, xz, yz]).values;
}
