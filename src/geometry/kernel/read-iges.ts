import type {
  OpenCascadeInstance as IgesOcct,
  TopoDS_Shape,
} from '@bitbybit-dev/occt/bitbybit-dev-occt/bitbybit-dev-occt.js';
import { ReadingError, type LengthUnit, type ReadingNote } from '../model-reading.ts';
import { noteOf } from '../notes.ts';
import { mmPerUnit } from '../units.ts';
import { scoped, withFile, type FreeLater } from './scope.ts';

/** The number of `IFSelect_RetDone`. */
const DONE = 1;

/** The value of an enum constant, which its type lacks. Shape types ascend from the compound to the vertex. */
const numberOf = (constant: object): number => (constant as { value: number }).value;

/**
 * Converts IGES to BREP in mm with the second kernel, one file for each group. IGES often has loose faces: those of one part are
 * in one group, and touching faces of neighbouring parts must not be sewn together. Throws `damaged` and `no-body`.
 */
export function igesToBrep(oc: IgesOcct, bytes: Uint8Array): Uint8Array[] {
  return scoped((freeLater) => {
    const reader = freeLater(new oc.IGESControl_Reader_1());
    const status = withFile(oc, bytes, (path) => reader.ReadFile(path));
    if (numberOf(status) !== DONE) throw new ReadingError('damaged');
    const progress = freeLater(new oc.Message_ProgressRange_1());
    reader.TransferRoots(progress);
    const shape = freeLater(reader.OneShape());
    if (shape.IsNull()) throw new ReadingError('no-body');
    return groupsOf(oc, freeLater, shape).map((group) => {
      if (!oc.BRepTools.Write_3(group, '/model.brep', progress)) throw new ReadingError('damaged');
      const brep = oc.FS.readFile('/model.brep');
      oc.FS.unlink('/model.brep');
      return brep;
    });
  });
}

/** The innermost compounds with faces; curves and points are left out. */
function groupsOf(oc: IgesOcct, freeLater: FreeLater, shape: TopoDS_Shape): TopoDS_Shape[] {
  const compoundType = numberOf(oc.TopAbs_ShapeEnum.TopAbs_COMPOUND);
  const hasFaces = (child: TopoDS_Shape) =>
    numberOf(child.ShapeType()) <= numberOf(oc.TopAbs_ShapeEnum.TopAbs_FACE);
  const isCompound = (child: TopoDS_Shape) => numberOf(child.ShapeType()) === compoundType;
  if (!isCompound(shape)) return hasFaces(shape) ? [shape] : [];
  const children: TopoDS_Shape[] = [];
  const iterator = freeLater(new oc.TopoDS_Iterator_2(shape, true, true));
  for (; iterator.More(); iterator.Next()) children.push(freeLater(iterator.Value()));
  const groups = children.filter(isCompound).flatMap((child) => groupsOf(oc, freeLater, child));
  const looseShapes = children.filter((child) => !isCompound(child) && hasFaces(child));
  if (looseShapes.length === 0) return groups;
  const compound = freeLater(new oc.TopoDS_Compound());
  const builder = freeLater(new oc.BRep_Builder());
  builder.MakeCompound(compound);
  for (const child of looseShapes) builder.Add(compound, child);
  return [...groups, compound];
}

/** Units by the flag of the global section; for other flags the name decides. */
const units: Readonly<Record<string, LengthUnit>> = {
  '1': 'in',
  '2': 'mm',
  '4': 'ft',
  '5': 'mi',
  '6': 'm',
  '7': 'km',
  '8': 'mil',
  '9': 'um',
  '10': 'cm',
};
/** Units by the names that the kernel knows: `MM`, `INCH`. */
const namedUnits: Readonly<Record<string, LengthUnit>> = {
  ...Object.fromEntries(Object.values(units).map((unit) => [unit.toUpperCase(), unit])),
  INCH: 'in',
};
/** Names that the kernel does not know: it reads them as millimetres. */
const otherNames: readonly (readonly [RegExp, LengthUnit])[] = [
  [/^IN(?:CH(?:ES)?)?\.?$/i, 'in'],
  [/^F(?:T|OOT|EET)\.?$/i, 'ft'],
  [/^(?:MM|MILLI\w*)$/i, 'mm'],
  [/^(?:CM|CENTI\w*)$/i, 'cm'],
  [/^(?:M|MET(?:ER|RE)S?)$/i, 'm'],
  [/^(?:UM|MICRO(?:N|MET)\w*)$/i, 'um'],
  [/^MILS?$/i, 'mil'],
];

/** Accepts the line ends of any operating system. */
const linesOf = (bytes: Uint8Array): string[] => new TextDecoder('latin1').decode(bytes).split(/\r\n|\r|\n/);

/** The first fifteen parameters of the global section. Hollerith strings (`4HINCH`) may contain the delimiter. */
function readGlobalParameters(bytes: Uint8Array): string[] {
  // The global section is expected in the first 500 lines, of 80 characters and a line end.
  const text = linesOf(bytes.subarray(0, 82 * 500))
    .filter((line) => line[72] === 'G')
    .map((line) => line.slice(0, 72))
    .join('');
  const delimiter = /^\s*1H(.)/.exec(text)?.[1] ?? ',';
  const parameters: string[] = [];
  let rest = text.trimStart();
  while (rest !== '' && parameters.length < 15) {
    const length = Number(/^\s*(\d+)H/.exec(rest)?.[1] ?? NaN);
    const stringEnd = Number.isNaN(length) ? 0 : rest.indexOf('H') + 1 + length;
    const end = rest.indexOf(delimiter, stringEnd);
    parameters.push((end < 0 ? rest : rest.slice(0, end)).trim());
    rest = end < 0 ? '' : rest.slice(end + 1);
  }
  return parameters;
}

/** Parameter 13 is the scale of the model, which the kernel ignores. */
function isScaled(bytes: Uint8Array): boolean {
  const scale = Number(readGlobalParameters(bytes)[12]?.replace(/d/i, 'e') || 1);
  return scale !== 1;
}

/**
 * The unit from the global section: parameter 14 is the flag, 15 the name. The kernel reads a name that it does not know as
 * millimetres: its figures must then be multiplied by `factor`.
 */
export function igesUnit(bytes: Uint8Array): { unit: LengthUnit | undefined; factor: number } {
  const [flag = '', name = ''] = readGlobalParameters(bytes)
    .slice(13)
    .map((parameter) => parameter.replace(/^\d+H/, '').trim());
  const declaredUnit = units[flag] ?? namedUnits[name];
  if (declaredUnit) return { unit: declaredUnit, factor: 1 };
  // IGES defaults to inches.
  if (name === '') return { unit: 'in', factor: 1 };
  const other = otherNames.find(([pattern]) => pattern.test(name))?.[1];
  return { unit: other, factor: (other && mmPerUnit[other]) ?? 1 };
}

/** Types of solids, shells, subfigures and solid assemblies; surfaces count only if independent of other entities. */
const bodyTypes: ReadonlySet<number> = new Set([
  150, 152, 154, 156, 158, 160, 162, 164, 168, 180, 184, 186, 408, 430, 514,
]);
const surfaceTypes: ReadonlySet<number> = new Set([108, 114, 118, 120, 122, 128, 140, 143, 144]);

/** A face is one of these, or an independent spline surface. */
const faceTypes: ReadonlySet<number> = new Set([143, 144, 510]);
const SPLINE_SURFACE = 128;

/**
 * Notes on missing and hidden content. The last line of the file counts the lines of its sections. `faces` is the number of faces
 * that the kernel has read. An entity is hidden if the first two digits of its status are 01, and independent if the next two are
 * 00 or 02.
 */
export function igesNotes(bytes: Uint8Array, faces: number): ReadingNote[] {
  const lines = linesOf(bytes);
  const directory = lines.filter((line) => line[72] === 'D');
  const names: string[] = [];
  let [hidden, facesInFile] = [0, 0];
  for (let i = 0; i + 1 < directory.length; i += 2) {
    const [first = '', second = ''] = [directory[i], directory[i + 1]];
    const type = Number(first.slice(0, 8));
    const status = first.slice(64, 72).trim().padStart(8, '0');
    const isIndependent = status[3] === '0' || status[3] === '2';
    if (faceTypes.has(type) || (type === SPLINE_SURFACE && isIndependent)) facesInFile++;
    if (!status.startsWith('01')) continue;
    if (!bodyTypes.has(type) && !(surfaceTypes.has(type) && isIndependent)) continue;
    hidden++;
    const label = second.slice(56, 64).trim();
    if (label !== '' && !names.includes(label)) names.push(label);
  }
  return [
    ...noteOf('missing-lines', countMissingLines(lines)),
    ...noteOf('zero-bytes', countZeroBytes(bytes)),
    ...noteOf('other-scale', isScaled(bytes) ? 1 : 0),
    ...noteOf('faces-not-read', Math.max(0, facesInFile - faces)),
    ...noteOf('hidden-bodies', hidden, names),
  ];
}

/** Number of missing entity lines, by the counts in the last line; 0 without that line. */
function countMissingLines(lines: readonly string[]): number {
  const last = lines.find((line) => line[72] === 'T' && /D *\d+P *\d+/.test(line)) ?? '';
  return ['D', 'P'].reduce((sum, section) => {
    const declared = Number(new RegExp(`${section} *(\\d+)`).exec(last.slice(0, 72))?.[1] ?? 0);
    const actual = lines.filter((line) => line[72] === section).length;
    return sum + Math.max(0, declared - actual);
  }, 0);
}

/** Counts zero bytes, except for those at the end of the file, which are padding. */
function countZeroBytes(bytes: Uint8Array): number {
  let end = bytes.length;
  while (bytes[end - 1] === 0) end--;
  let zeros = 0;
  for (let at = bytes.indexOf(0); at >= 0 && at < end; at = bytes.indexOf(0, at + 1)) zeros++;
  return zeros;
}
