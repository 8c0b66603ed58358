import type { OpenCascadeInstance } from 'replicad-opencascadejs';
import type { Disposable } from './scope.ts';

/** The geometry kernel: Open CASCADE in WebAssembly. Every object it returns occupies its memory until `delete()`. */
export type Occt = OpenCascadeInstance;

/** Address of a WebAssembly file, or its bytes. */
export type WasmSource = string | Uint8Array<ArrayBuffer>;

/** The kernels, loaded on their first use. A worker or process reads one file and ends: their memory never shrinks. */
export interface Kernel {
  occt: () => Promise<Occt>;
  /** A second kernel that only reads IGES. */
  iges: () => Promise<IgesOcct>;
}

/** The part of `@bitbybit-dev/occt` that turns IGES into BREP. */
export interface IgesOcct {
  FS: {
    writeFile: (path: string, data: Uint8Array) => void;
    readFile: (path: string) => Uint8Array;
    unlink: (path: string) => void;
  };
  IGESControl_Reader_1: new () => IgesReader;
  Message_ProgressRange_1: new () => Disposable;
  TopoDS_Iterator_2: new (shape: IgesShape, useOrientation: boolean, useLocation: boolean) => IgesIterator;
  TopoDS_Compound: new () => IgesShape;
  BRep_Builder: new () => IgesBuilder;
  BRepTools: { Write_3: (shape: IgesShape, path: string, progress: Disposable) => boolean };
  TopAbs_ShapeEnum: { TopAbs_COMPOUND: EnumValue; TopAbs_FACE: EnumValue };
}

/** Values of types of shapes grow from the compound to the vertex. */
interface EnumValue {
  value: number;
}

export interface IgesShape extends Disposable {
  IsNull: () => boolean;
  ShapeType: () => EnumValue;
}

interface IgesReader extends Disposable {
  /** The value 1 means done. */
  ReadFile: (path: string) => EnumValue;
  TransferRoots: (progress: Disposable) => number;
  OneShape: () => IgesShape;
}

interface IgesIterator extends Disposable {
  More: () => boolean;
  Next: () => void;
  Value: () => IgesShape;
}

interface IgesBuilder extends Disposable {
  MakeCompound: (compound: IgesShape) => void;
  Add: (compound: IgesShape, shape: IgesShape) => void;
}

/** Loads nothing yet. Works in a browser's worker and in Node, where a source is the bytes of the file. */
export function lazyKernel(sources: { occt: WasmSource; iges: WasmSource }): Kernel {
  return { occt: once(() => loadOcct(sources.occt)), iges: once(() => loadIges(sources.iges)) };
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}

async function loadOcct(wasm: WasmSource): Promise<Occt> {
  const { default: init } = await import('replicad-opencascadejs');
  return init({ ...sourceOptions(wasm), ...silent });
}

async function loadIges(wasm: WasmSource): Promise<IgesOcct> {
  await provideNodeGlobals();
  const { default: init } = await import('@bitbybit-dev/occt/bitbybit-dev-occt/bitbybit-dev-occt.js');
  // Its types declare no options.
  const start = init as unknown as (options: object) => Promise<IgesOcct>;
  return start({ ...sourceOptions(wasm), ...silent });
}

const sourceOptions = (wasm: WasmSource) =>
  typeof wasm === 'string' ? { locateFile: () => wasm } : { wasmBinary: wasm };

/** The kernels print a report of each transfer. */
const silent = { print: () => undefined, printErr: () => undefined };

/** The second kernel is compiled for CommonJS and expects its globals in Node. */
async function provideNodeGlobals(): Promise<void> {
  if (!globalThis.process?.getBuiltinModule) return;
  const { createRequire } = globalThis.process.getBuiltinModule('node:module');
  Object.assign(globalThis, { __dirname: '/', require: createRequire(import.meta.url) });
}
