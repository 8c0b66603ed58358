import type { TopoDS_Shape } from 'replicad-opencascadejs';
import { ReadingError } from '../model-reading.ts';
import type { Occt } from './load.ts';
import { withFile, type FreeLater } from './scope.ts';

/**
 * Reads the text or binary form of BREP, which declares no unit and no names. Throws `damaged`, even for a file that only
 * declares more curves, faces or other entries than it has bytes: the kernel would count to billions.
 */
export function readBrep(oc: Occt, freeLater: FreeLater, bytes: Uint8Array): TopoDS_Shape {
  if (declaredEntries(bytes) > bytes.length) throw new ReadingError('damaged');
  const shape = isBinary(bytes)
    ? readBinary(oc, freeLater, bytes)
    : freeLater(oc.BRepToolsWrapper.Read(latin1(bytes)));
  if (shape.IsNull()) throw new ReadingError('damaged');
  return shape;
}

/** The largest number of entries that a section declares in its first line. */
function declaredEntries(bytes: Uint8Array): number {
  const sections = latin1(bytes).matchAll(
    /^(?:Locations|Curve2ds|Curves|Polygon3D|PolygonOnTriangulations|Surfaces|Triangulations|TShapes) +(\d+)/gm,
  );
  return Math.max(0, ...Array.from(sections, ([, count]) => Number(count)));
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

const isBinary = (bytes: Uint8Array): boolean =>
  latin1(bytes.subarray(0, 64)).includes('Open CASCADE Topology');

function readBinary(oc: Occt, freeLater: FreeLater, bytes: Uint8Array): TopoDS_Shape {
  const shape = freeLater(new oc.TopoDS_Shape());
  const progress = freeLater(new oc.Message_ProgressRange());
  const isRead = withFile(oc, bytes, (path) => oc.BinTools.Read(shape, path, progress));
  if (!isRead) throw new ReadingError('damaged');
  return shape;
}
