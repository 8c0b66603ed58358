import type { TopoDS_Shape } from 'replicad-opencascadejs';
import { ReadingError, type ReadingLimits, type ReadingNote } from '../model-reading.ts';
import { noteOf } from '../notes.ts';
import type { Occt } from './load.ts';
import type { ShapeReading } from './shape-reading.ts';
import { scoped, type Disposable, type FreeLater } from './scope.ts';

/** One of the distinct solids of a file, or a shell that does not close. */
export interface Part {
  shape: TopoDS_Shape;
  isClosed: boolean;
  name?: string;
  /** The solid in each of its positions, including the first. */
  instances: TopoDS_Shape[];
}

/** Two shells closer than this become one, in mm. */
const SEWING_TOLERANCE_MM = 0.01;

/**
 * The solids of a file, in its order: instances of one solid are one part. Without solids, loose faces are sewn, and shells that
 * close become solids. The notes count what is left out: bodies of triangles, and surfaces outside solids.
 */
export function partsOf(
  oc: Occt,
  freeLater: FreeLater,
  { shapes, names }: Pick<ShapeReading, 'shapes' | 'names'>,
  limits: ReadingLimits,
): { parts: Part[]; notes: ReadingNote[] } {
  const { TopAbs_SOLID, TopAbs_SHELL, TopAbs_FACE } = oc.TopAbs_ShapeEnum;
  const allSolids = shapes.flatMap((shape) => subshapes(oc, freeLater, shape, TopAbs_SOLID));
  if (allSolids.length > limits.maxSolids) throw new ReadingError('too-many-solids');
  const solids = allSolids.filter((solid) => hasSurfaces(oc, freeLater, solid));
  const triangleNotes = noteOf('triangle-bodies', allSolids.length - solids.length);
  if (solids.length === 0) {
    if (allSolids.length > 0) throw new ReadingError('tessellated-only');
    const shapesWithFaces = shapes.filter((shape) => subshapes(oc, freeLater, shape, TopAbs_FACE).length > 0);
    if (shapesWithFaces.length === 0) throw new ReadingError('no-body');
    return { parts: sewGroups(oc, freeLater, shapesWithFaces, limits), notes: [] };
  }
  const surfaces = shapes.reduce(
    (sum, shape) =>
      sum +
      subshapes(oc, freeLater, shape, TopAbs_SHELL, TopAbs_SOLID).length +
      subshapes(oc, freeLater, shape, TopAbs_FACE, TopAbs_SHELL).length,
    0,
  );
  const parts: Part[] = [];
  for (const solid of solids) {
    const existing = parts.find((part) => part.shape.IsPartner(solid));
    if (existing) existing.instances.push(solid);
    else {
      const name = names.find((named) => named.solid.IsPartner(solid))?.name;
      parts.push({ shape: solid, isClosed: isClosed(oc, solid), name, instances: [solid] });
    }
  }
  return { parts, notes: [...triangleNotes, ...noteOf('surfaces', surfaces)] };
}

/** A body of triangles has faces without surfaces, which cannot be measured. */
function hasSurfaces(oc: Occt, freeLater: FreeLater, solid: TopoDS_Shape): boolean {
  const faces = subshapes(oc, freeLater, solid, oc.TopAbs_ShapeEnum.TopAbs_FACE);
  return faces.every((face) => {
    const surface = oc.BRep_Tool.Surface(freeLater(oc.TopoDS.Face(face))) as Disposable | null;
    surface?.delete();
    return surface !== null;
  });
}

type ShapeType = Occt['TopAbs_ShapeEnum'][keyof Occt['TopAbs_ShapeEnum']];

/** All subshapes of a type in the order of the file, repeated ones included; skips those inside shapes of the type `avoid`. */
export function subshapes(
  oc: Occt,
  freeLater: FreeLater,
  shape: TopoDS_Shape,
  type: ShapeType,
  avoid: ShapeType = oc.TopAbs_ShapeEnum.TopAbs_SHAPE,
): TopoDS_Shape[] {
  const subshapesOfType: TopoDS_Shape[] = [];
  scoped((freeHere) => {
    const explorer = freeHere(new oc.TopExp_Explorer(shape, type, avoid));
    for (; explorer.More(); explorer.Next()) subshapesOfType.push(freeLater(explorer.Current()));
  });
  return subshapesOfType;
}

/** Sews each shape separately. If that leaves gaps, sews all of them together, provided that this leaves none. */
function sewGroups(
  oc: Occt,
  freeLater: FreeLater,
  shapes: readonly TopoDS_Shape[],
  limits: ReadingLimits,
): Part[] {
  const separateParts = shapes.flatMap((shape) => sew(oc, freeLater, [shape]));
  const areClosed = (parts: readonly Part[]) => parts.every(({ isClosed }) => isClosed);
  const combinedParts =
    areClosed(separateParts) || shapes.length === 1 ? separateParts : sew(oc, freeLater, shapes);
  const parts = areClosed(combinedParts) ? combinedParts : separateParts;
  if (parts.length > limits.maxSolids) throw new ReadingError('too-many-solids');
  return parts;
}

function sew(oc: Occt, freeLater: FreeLater, shapes: readonly TopoDS_Shape[]): Part[] {
  const { TopAbs_SHELL, TopAbs_FACE } = oc.TopAbs_ShapeEnum;
  const sewing = freeLater(new oc.BRepBuilderAPI_Sewing(SEWING_TOLERANCE_MM));
  for (const shape of shapes) sewing.Add(shape);
  sewing.Perform();
  const result = freeLater(sewing.SewedShape());
  const shells = subshapes(oc, freeLater, result, TopAbs_SHELL);
  if (shells.length === 0) {
    const faces = subshapes(oc, freeLater, result, TopAbs_FACE);
    return faces.map((face) => ({ shape: face, isClosed: false, instances: [face] }));
  }
  return shells.map((shell) => {
    if (!isClosed(oc, shell)) return { shape: shell, isClosed: false, instances: [shell] };
    const maker = freeLater(new oc.BRepBuilderAPI_MakeSolid(oc.TopoDS.Shell(shell)));
    const solid = freeLater(maker.Solid());
    oc.BRepLib.OrientClosedSolid(solid);
    return { shape: solid, isClosed: true, instances: [solid] };
  });
}

/** Whether all shells are closed: those of a solid may be open in a damaged file. */
function isClosed(oc: Occt, shape: TopoDS_Shape): boolean {
  return scoped((freeLater) => {
    const { TopAbs_SHELL } = oc.TopAbs_ShapeEnum;
    const shells = subshapes(oc, freeLater, shape, TopAbs_SHELL);
    return shells.length > 0 && shells.every((shell) => oc.BRep_Tool.IsClosed(shell));
  });
}
