import { ReadingError, type ReadingLimits } from '../model-reading.ts';
import { parseCoordinate } from './mesh-file.ts';
import { curaAids, type Aid } from './slicer-settings.ts';
import { readXml } from './xml.ts';

/** Twelve numbers: three rows for rotation and scale, one for translation. */
export type Transform = readonly number[];

export const identityTransform: Transform = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

export interface Component {
  objectId: string;
  /** Path of another model in the archive, if that contains the object. */
  path?: string;
  transform: Transform;
  isPrinted: boolean;
}

interface ModelObject {
  name?: string;
  /** False for supports and other printing aids. */
  isPart: boolean;
  /** Which printing aid the object is, by the metadata that Cura writes. */
  aid?: Aid;
  points: Float64Array;
  indices: Uint32Array;
  components: readonly Component[];
}

/** One `.model` of a 3MF archive. */
export interface Model {
  unit: string;
  objects: ReadonlyMap<string, ModelObject>;
  items: readonly Component[];
  /** Number of shapes that extensions describe by means other than triangles. */
  otherShapes: number;
}

/** Beam lattices, Boolean operations and volumetric functions. */
const otherShapeNames: ReadonlySet<string> = new Set([
  'beamlattice',
  'booleanshape',
  'levelset',
  'displacementmesh',
]);

type Attributes = ReadonlyMap<string, string>;

/** Reads the objects of a model with meshes or components, and its build items. Throws `ReadingError`. */
export function readModel(text: string, limits: ReadingLimits): Model {
  const objects = new Map<string, ModelObject>();
  const items: Component[] = [];
  let unit = 'millimeter';
  let otherShapes = 0;
  let current: { id: string; name?: string; isPart: boolean; aid?: Aid } | undefined;
  let coordinates: number[] = [];
  let indices: number[] = [];
  let components: Component[] = [];
  const finishObject = (): void => {
    if (!current || objects.has(current.id)) throw new ReadingError('damaged');
    const vertices = coordinates.length / 3;
    if (indices.some((index) => index >= vertices)) throw new ReadingError('damaged');
    const { id, ...object } = current;
    objects.set(id, {
      ...object,
      points: Float64Array.from(coordinates),
      indices: Uint32Array.from(indices),
      components,
    });
    current = undefined;
    coordinates = [];
    indices = [];
    components = [];
  };
  readXml(text, {
    open: (name, attributes, content) => {
      if (name === 'vertex') {
        for (const axis of ['x', 'y', 'z']) coordinates.push(parseCoordinate(attributes.get(axis)));
        if (coordinates.length > limits.maxTriangles * 9) throw new ReadingError('too-many-triangles');
      } else if (name === 'triangle') {
        for (const corner of ['v1', 'v2', 'v3']) indices.push(readIndex(attributes.get(corner)));
        if (indices.length > limits.maxTriangles * 3) throw new ReadingError('too-many-triangles');
      } else if (name === 'component') components.push(readComponent(attributes));
      else if (name === 'item') items.push(readComponent(attributes));
      else if (otherShapeNames.has(name)) otherShapes++;
      else if (name === 'object') {
        if (current) throw new ReadingError('damaged');
        current = {
          id: requireAttribute(attributes, 'id'),
          name: attributes.get('name'),
          isPart: ['model', 'surface', 'other'].includes(attributes.get('type') ?? 'model'),
        };
        // Its triangles are a preview of its slices.
        if (valueOf(attributes, 'meshresolution') === 'lowres') otherShapes++;
      } else if (name === 'metadata' && current) {
        const aid = curaAids[attributes.get('name') ?? ''];
        if (aid && content().trim().toLowerCase() === 'true') current.aid = aid;
      } else if (name === 'model') {
        unit = attributes.get('unit') ?? unit;
        otherShapes += countUnknownExtensions(attributes);
      }
    },
    close: (name) => {
      if (name === 'object') finishObject();
    },
  });
  return { unit, objects, items, otherShapes };
}

/** Extensions that change no shape, or whose shapes are read or counted. */
const knownExtensions =
  /\/3dmanufacturing\/(?:core|production|material|slice|beamlattice|trianglesets|volumetric|booleanoperations|displacement)\//;

/** Number of required extensions that this reader does not know. */
function countUnknownExtensions(attributes: Attributes): number {
  const prefixes = attributes.get('requiredextensions')?.trim().split(/\s+/) ?? [];
  return prefixes.filter((prefix) => !knownExtensions.test(attributes.get(`xmlns:${prefix}`) ?? '')).length;
}

/** The value of an attribute with any prefix. */
const valueOf = (attributes: Attributes, name: string): string | undefined =>
  [...attributes]
    .find(([qualifiedName]) => qualifiedName === name || qualifiedName.endsWith(`:${name}`))?.[1]
    .trim()
    .toLowerCase();

function requireAttribute(attributes: Attributes, name: string): string {
  const value = attributes.get(name);
  if (value === undefined) throw new ReadingError('damaged');
  return value;
}

function readIndex(text: string | undefined): number {
  if (text === undefined || !/^\s*\d{1,9}\s*$/.test(text)) throw new ReadingError('damaged');
  return Number(text);
}

function readComponent(attributes: Attributes): Component {
  const transform = attributes.get('transform')?.trim().split(/\s+/).map(parseCoordinate);
  if (transform && transform.length !== 12) throw new ReadingError('damaged');
  const path = [...attributes].find(([name]) => name.endsWith(':path'))?.[1];
  return {
    objectId: requireAttribute(attributes, 'objectid'),
    path,
    transform: transform ?? identityTransform,
    isPrinted: !['0', 'false', 'no'].includes(valueOf(attributes, 'printable') ?? '1'),
  };
}
