import type { TopoDS_Shape } from 'replicad-opencascadejs';
import type { LengthUnit, ReadingNote } from '../model-reading.ts';

/** The shapes that the kernel read from a file, in mm, owned by the caller's scope. */
export interface ShapeReading {
  /** One or more independent shapes: loose faces of different shapes belong to different bodies. */
  shapes: readonly TopoDS_Shape[];
  unit?: LengthUnit;
  /** Names of solids. The solids are those of the definitions, without positions in an assembly. */
  names: readonly { solid: TopoDS_Shape; name: string }[];
  notes: readonly ReadingNote[];
}
