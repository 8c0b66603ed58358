import { ReadingError, type LengthUnit, type ReadingLimits } from '../model-reading.ts';
import { at } from '../vectors.ts';
import type { MeshFile, MeshPart } from './mesh-file.ts';
import {
  identityTransform,
  readModel,
  type Component,
  type Model,
  type Transform,
} from './three-mf-model.ts';
import { openArchive, type Archive } from './unzip.ts';
import { readXml } from './xml.ts';

const units: Readonly<Record<string, LengthUnit>> = {
  micron: 'um',
  millimeter: 'mm',
  centimeter: 'cm',
  meter: 'm',
  inch: 'in',
  foot: 'ft',
};
/** Components within components. Real files have two or three levels. */
const MAX_LEVELS = 64;
/** A password-protected Office or 3MF container is no archive but a compound file. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];

/**
 * Reads the build items of a 3MF file with their components and transforms, also those in other models of the
 * archive (production extension). Throws when components form a cycle or multiply beyond the limits, before anything is
 * copied.
 */
export function read3mf(bytes: Uint8Array, limits: ReadingLimits): MeshFile {
  if (COMPOUND_FILE.every((byte, i) => bytes[i] === byte)) throw new ReadingError('encrypted');
  const archive = openArchive(bytes, limits.maxInflatedBytes);
  if (archive.names.includes('secure/keystore.xml')) throw new ReadingError('encrypted');
  const models = modelLoader(archive, limits);
  const rootPath = findRootModel(archive);
  const root = models(rootPath);
  const unit = units[root.unit];
  if (!unit) throw new ReadingError('damaged');
  const count = instanceCounter(models);
  let instances = 0;
  let triangles = 0;
  for (const item of root.items) {
    const one = count(item, rootPath, 0);
    instances += one.instances;
    triangles += one.triangles;
    if (instances > limits.maxSolids) throw new ReadingError('too-many-solids');
    if (triangles > limits.maxTriangles) throw new ReadingError('too-many-triangles');
  }
  if (triangles === 0) throw new ReadingError('no-body');
  const parts = root.items.flatMap((item) => instancesOf(item, rootPath, identityTransform, models, count));
  return { unit, parts };
}

type Models = (path: string) => Model;
type Counter = (
  component: Component,
  path: string,
  level: number,
) => { instances: number; triangles: number };

function modelLoader(archive: Archive, limits: ReadingLimits): Models {
  const known = new Map<string, Model>();
  return (path) => {
    const before = known.get(path);
    if (before) return before;
    const text = archive.readText(path);
    if (text === undefined) throw new ReadingError('damaged');
    const model = readModel(text, limits);
    known.set(path, model);
    return model;
  };
}

function findRootModel(archive: Archive): string {
  let target: string | undefined;
  const relations = archive.readText('_rels/.rels');
  if (relations !== undefined) {
    readXml(relations, {
      open: (name, attributes) => {
        const isModel = name === 'Relationship' && attributes.get('Type')?.endsWith('/3dmodel');
        if (isModel) target ??= attributes.get('Target');
      },
      close: () => undefined,
    });
  }
  const path =
    target === undefined ? archive.names.find((name) => name.endsWith('.model')) : partName(target);
  if (path === undefined) throw new ReadingError('damaged');
  return path;
}

const partName = (path: string): string => path.replace(/^\/+/, '').toLowerCase();

const find = (models: Models, component: Component, path: string) => {
  const objectPath = component.path === undefined ? path : partName(component.path);
  const object = models(objectPath).objects.get(component.objectId);
  if (!object) throw new ReadingError('damaged');
  return { object, objectPath };
};

/** Meshes and triangles below a component. Each object is counted once, so that nested multiplication takes no time. */
function instanceCounter(models: Models): Counter {
  const known = new Map<object, { instances: number; triangles: number } | 'counting'>();
  const count: Counter = (component, path, level) => {
    const { object, objectPath } = find(models, component, path);
    const before = known.get(object);
    if (before === 'counting' || level > MAX_LEVELS) throw new ReadingError('damaged');
    if (before) return before;
    known.set(object, 'counting');
    const own = object.indices.length / 3;
    const sum = { instances: own > 0 && object.isPart ? 1 : 0, triangles: object.isPart ? own : 0 };
    for (const child of object.components) {
      const one = count(child, objectPath, level + 1);
      sum.instances += one.instances;
      sum.triangles += one.triangles;
    }
    known.set(object, sum);
    return sum;
  };
  return count;
}

function instancesOf(
  component: Component,
  path: string,
  outer: Transform,
  models: Models,
  count: Counter,
): MeshPart[] {
  // Branches without meshes may multiply as well.
  if (count(component, path, 0).instances === 0) return [];
  const { object, objectPath } = find(models, component, path);
  const transform = compose(component.transform, outer);
  const children = object.components.flatMap((child) =>
    instancesOf(child, objectPath, transform, models, count),
  );
  if (object.indices.length === 0 || !object.isPart) return children;
  const names = object.name ? [{ name: object.name, firstTriangle: 0 }] : [];
  return [{ points: apply(transform, object.points), indices: object.indices, names }, ...children];
}

/** The transform that applies `inner` first. Rows are those of the file: points are rows that multiply from the left. */
function compose(inner: Transform, outer: Transform): Transform {
  const rows = [0, 1, 2, 3].flatMap((row) =>
    [0, 1, 2].map((column) => {
      const turned = [0, 1, 2].reduce(
        (sum, k) => sum + at(inner, row * 3 + k) * at(outer, k * 3 + column),
        0,
      );
      return row === 3 ? turned + at(outer, 9 + column) : turned;
    }),
  );
  return rows;
}

function apply(transform: Transform, points: Float64Array): Float64Array {
  const result = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    for (let axis = 0; axis < 3; axis++) {
      result[i + axis] =
        at(points, i) * at(transform, axis) +
        at(points, i + 1) * at(transform, 3 + axis) +
        at(points, i + 2) * at(transform, 6 + axis) +
        at(transform, 9 + axis);
    }
  }
  return result;
}
