import type { TopoDS_Shape } from 'replicad-opencascadejs';
import { ReadingError } from '../model-reading.ts';
import type { Occt } from './load.ts';
import type { Own } from './scope.ts';

/** Reads the text or binary form of BREP, which declares no unit and no names. */
export function readBrep(oc: Occt, own: Own, bytes: Uint8Array): TopoDS_Shape {
  const shape = isBinary(bytes) ? readBinary(oc, own, bytes) : own(oc.BRepToolsWrapper.Read(latin1(bytes)));
  if (shape.IsNull()) throw new ReadingError('damaged');
  return shape;
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

const isBinary = (bytes: Uint8Array): boolean =>
  latin1(bytes.subarray(0, 64)).includes('Open CASCADE Topology');

function readBinary(oc: Occt, own: Own, bytes: Uint8Array): TopoDS_Shape {
  const shape = own(new oc.TopoDS_Shape());
  oc.FS.writeFile('/model', bytes);
  try {
    if (!oc.BinTools.Read(shape, '/model', own(new oc.Message_ProgressRange()))) {
      throw new ReadingError('damaged');
    }
  } finally {
    oc.FS.unlink('/model');
  }
  return shape;
}
