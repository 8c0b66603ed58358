import { isCompoundFile } from '../model-format.ts';
import { ReadingError, type LengthUnit, type ReadingLimits, type ReadingNote } from '../model-reading.ts';
import { noteOf } from '../notes.ts';
import { at } from '../vectors.ts';
import type { MeshFile, MeshPart } from './mesh-file.ts';
import {
  identityTransform,
  readModel,
  type Component,
  type Model,
  type Transform,
} from './three-mf-model.ts';
import { readSlicerSettings, type SlicerSettings } from './slicer-settings.ts';
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
/** Limit for the nesting of components. Real files have two or three levels. */
const MAX_LEVELS = 64;

/**
 * Reads the build items of a 3MF file with their components and transforms, including those in other models of the archive
 * (production extension). Throws when components form a cycle or exceed the limits, before anything is copied.
 */
export function read3mf(bytes: Uint8Array, limits: ReadingLimits): MeshFile {
  if (isCompoundFile(bytes)) throw new ReadingError('encrypted');
  const archive = openArchive(bytes, limits.maxInflatedBytes);
  if (archive.names.includes('secure/keystore.xml')) throw new ReadingError('encrypted');
  const loadModel = createModelLoader(archive, limits);
  const rootPath = findRootModel(archive);
  const root = loadModel(rootPath);
  const unit = units[root.unit];
  if (!unit) throw new ReadingError('damaged');
  const count = createInstanceCounter(loadModel);
  const items = root.items.filter(({ isPrinted }) => isPrinted);
  let instances = 0;
  let triangles = 0;
  for (const item of items) {
    const counted = count(item, rootPath, 0);
    instances += counted.instances;
    triangles += counted.triangles;
    if (instances > limits.maxSolids) throw new ReadingError('too-many-solids');
    if (triangles > limits.maxTriangles) throw new ReadingError('too-many-triangles');
  }
  if (triangles === 0) throw new ReadingError('no-body');
  const settings = readSlicerSettings(archive);
  const leftOut = new Map<ReadingNote['code'], number>();
  const leaveOut = (code: ReadingNote['code']) => void leftOut.set(code, (leftOut.get(code) ?? 0) + 1);
  const walk = { loadModel, count, settings, leaveOut, rootPath };
  const parts = items.flatMap((item) => instancesOf(item, rootPath, identityTransform, walk));
  if (parts.length === 0) throw new ReadingError('no-body');
  const otherShapes = loadModel.loaded().reduce((sum, model) => sum + model.otherShapes, 0);
  const unused = loadModel
    .loaded()
    .flatMap(({ objects }) => [...objects.values()])
    .filter((object) => object.isPart && object.indices.length > 0 && !count.hasCounted(object));
  const notes = [
    ...[...leftOut].flatMap(([code, times]) => noteOf(code, times)),
    ...noteOf('unprinted-items', unused.length),
    ...noteOf('extension-shapes', otherShapes),
  ];
  return { unit, parts, notes };
}

interface ModelLoader {
  /** Loads a model of the archive, each only once. */
  (path: string): Model;
  /** Models loaded so far. */
  loaded: () => Model[];
}
interface Counter {
  (component: Component, path: string, level: number): { instances: number; triangles: number };
  hasCounted: (object: object) => boolean;
}

function createModelLoader(archive: Archive, limits: ReadingLimits): ModelLoader {
  const cache = new Map<string, Model>();
  const load = (path: string) => {
    const loaded = cache.get(path);
    if (loaded) return loaded;
    const text = archive.readText(path) ?? archive.readText(decodePath(path));
    if (text === undefined) throw new ReadingError('damaged');
    const model = readModel(text, limits);
    cache.set(path, model);
    return model;
  };
  return Object.assign(load, { loaded: () => [...cache.values()] });
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
    target === undefined ? archive.names.find((name) => name.endsWith('.model')) : entryName(target);
  if (path === undefined) throw new ReadingError('damaged');
  return path;
}

/** Targets are URLs: `%20` means a space in the name of an entry. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return path;
  }
}

const entryName = (path: string): string => path.replace(/^\/+/, '').toLowerCase();

const findObject = (loadModel: ModelLoader, component: Component, path: string) => {
  const objectPath = component.path === undefined ? path : entryName(component.path);
  const object = loadModel(objectPath).objects.get(component.objectId);
  if (!object) throw new ReadingError('damaged');
  return { object, objectPath };
};

/** Counts meshes and triangles below a component, once per object, so that nested repetition takes no time. */
function createInstanceCounter(loadModel: ModelLoader): Counter {
  const cache = new Map<object, { instances: number; triangles: number } | 'counting'>();
  const count = (
    component: Component,
    path: string,
    level: number,
  ): { instances: number; triangles: number } => {
    const { object, objectPath } = findObject(loadModel, component, path);
    const cached = cache.get(object);
    if (cached === 'counting' || level > MAX_LEVELS) throw new ReadingError('damaged');
    if (cached) return cached;
    cache.set(object, 'counting');
    const ownTriangles = object.indices.length / 3;
    const sum = {
      instances: ownTriangles > 0 && object.isPart ? 1 : 0,
      triangles: object.isPart ? ownTriangles : 0,
    };
    for (const child of object.components) {
      const counted = count(child, objectPath, level + 1);
      sum.instances += counted.instances;
      sum.triangles += counted.triangles;
    }
    cache.set(object, sum);
    return sum;
  };
  return Object.assign(count, { hasCounted: (object: object) => cache.has(object) });
}

interface Walk {
  loadModel: ModelLoader;
  count: Counter;
  settings: SlicerSettings;
  /** The path that the settings refer to. */
  rootPath: string;
  /** Counts a mesh that is left out because it is not a part. */
  leaveOut: (code: ReadingNote['code']) => void;
}

function instancesOf(component: Component, path: string, outer: Transform, walk: Walk): MeshPart[] {
  const { loadModel, count, settings, rootPath, leaveOut } = walk;
  const { object, objectPath } = findObject(loadModel, component, path);
  // Stops here, because a file may repeat branches without parts any number of times.
  if (count(component, path, 0).instances === 0) {
    if (object.indices.length > 0) leaveOut('support-volumes');
    return [];
  }
  const transform = compose(component.transform, outer);
  const isInRootModel = objectPath === rootPath;
  const children = object.components.flatMap((child) => {
    // An aid only controls or supports printing.
    const aid = isInRootModel ? settings.componentAid(component.objectId, child.objectId) : undefined;
    if (!aid) return instancesOf(child, objectPath, transform, walk);
    leaveOut(aid);
    return [];
  });
  if (object.indices.length === 0 || !object.isPart) return children;
  if (object.aid) {
    leaveOut(object.aid);
    return children;
  }
  const names = object.name ? [{ name: object.name, firstTriangle: 0 }] : [];
  const ranges = isInRootModel ? settings.rangesOf(component.objectId) : [];
  for (const { aid } of ranges) leaveOut(aid);
  const indices = ranges.length === 0 ? object.indices : withoutRanges(object.indices, ranges);
  if (indices.length === 0) return children;
  return [{ points: apply(transform, object.points), indices, names }, ...children];
}

const withoutRanges = (indices: Uint32Array, ranges: ReturnType<SlicerSettings['rangesOf']>): Uint32Array =>
  indices.filter((_, i) => !ranges.some(({ from, to }) => i >= 3 * from && i < 3 * to + 3));

/** The transform that applies `inner` first. Points are row vectors on the left of the matrix, as in the file. */
function compose(inner: Transform, outer: Transform): Transform {
  const rows = [0, 1, 2, 3].flatMap((row) =>
    [0, 1, 2].map((column) => {
      const rotated = [0, 1, 2].reduce(
        (sum, k) => sum + at(inner, row * 3 + k) * at(outer, k * 3 + column),
        0,
      );
      return row === 3 ? rotated + at(outer, 9 + column) : rotated;
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
