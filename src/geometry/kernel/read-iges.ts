import { ReadingError, type LengthUnit } from '../model-reading.ts';
import type { IgesOcct, IgesShape } from './load.ts';
import { scoped, type Own } from './scope.ts';

const DONE = 1;

/**
 * Turns IGES into BREP in mm with the second kernel, a file for each group. IGES often has loose faces: those of one
 * part stand in one group, and faces of neighbours that touch must not be sewn together.
 */
export function igesToBrep(oc: IgesOcct, bytes: Uint8Array): Uint8Array[] {
  return scoped((own) => {
    oc.FS.writeFile('/model.igs', bytes);
    const reader = own(new oc.IGESControl_Reader_1());
    const status = reader.ReadFile('/model.igs');
    oc.FS.unlink('/model.igs');
    if (status.value !== DONE) throw new ReadingError('damaged');
    const progress = own(new oc.Message_ProgressRange_1());
    reader.TransferRoots(progress);
    const shape = own(reader.OneShape());
    if (shape.IsNull()) throw new ReadingError('no-body');
    return groupsOf(oc, own, shape).map((group) => {
      if (!oc.BRepTools.Write_3(group, '/model.brep', progress)) throw new ReadingError('damaged');
      const brep = oc.FS.readFile('/model.brep');
      oc.FS.unlink('/model.brep');
      return brep;
    });
  });
}

/** The innermost compounds with faces; curves and points are left out. */
function groupsOf(oc: IgesOcct, own: Own, shape: IgesShape): IgesShape[] {
  const { TopAbs_COMPOUND, TopAbs_FACE } = oc.TopAbs_ShapeEnum;
  const type = shape.ShapeType().value;
  if (type !== TopAbs_COMPOUND.value) return type <= TopAbs_FACE.value ? [shape] : [];
  const children: IgesShape[] = [];
  const iterator = own(new oc.TopoDS_Iterator_2(shape, true, true));
  for (; iterator.More(); iterator.Next()) children.push(own(iterator.Value()));
  const isCompound = (child: IgesShape) => child.ShapeType().value === TopAbs_COMPOUND.value;
  const groups = children.filter(isCompound).flatMap((child) => groupsOf(oc, own, child));
  const loose = children.filter(
    (child) => !isCompound(child) && child.ShapeType().value <= TopAbs_FACE.value,
  );
  if (loose.length === 0) return groups;
  const compound = own(new oc.TopoDS_Compound());
  const builder = own(new oc.BRep_Builder());
  builder.MakeCompound(compound);
  for (const child of loose) builder.Add(compound, child);
  return [...groups, compound];
}

/** Units by the flag of the global section. */
const units: readonly (LengthUnit | undefined)[] = [
  undefined,
  'in',
  'mm',
  undefined,
  'ft',
  undefined,
  'm',
  undefined,
  undefined,
  'um',
  'cm',
];

/** The unit of the global section: parameter 14, after Hollerith strings (`4HINCH`) that may hold the delimiter. */
export function igesUnit(bytes: Uint8Array): LengthUnit | undefined {
  const lines = new TextDecoder('latin1').decode(bytes.subarray(0, 82 * 500)).split(/\r?\n/);
  const text = lines
    .filter((line) => line[72] === 'G')
    .map((line) => line.slice(0, 72))
    .join('');
  const delimiter = /^\s*1H(.)/.exec(text)?.[1] ?? ',';
  const parameters: string[] = [];
  let rest = text.trimStart();
  while (rest !== '' && parameters.length < 15) {
    const length = Number(/^\s*(\d+)H/.exec(rest)?.[1] ?? NaN);
    const head = Number.isNaN(length) ? 0 : rest.indexOf('H') + 1 + length;
    const end = rest.indexOf(delimiter, head);
    parameters.push((end < 0 ? rest : rest.slice(0, end)).trim());
    rest = end < 0 ? '' : rest.slice(end + 1);
  }
  return units[Number(parameters[13])];
}
