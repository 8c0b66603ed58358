import type { OpenCascadeInstance as IgesOcct } from '@bitbybit-dev/occt/bitbybit-dev-occt/bitbybit-dev-occt.js';
import type { OpenCascadeInstance } from 'replicad-opencascadejs';

/** The geometry kernel: Open CASCADE in WebAssembly. Every object it returns occupies its memory until `delete()`. */
export type Occt = OpenCascadeInstance;

/** URL of a WebAssembly file and its size without transfer compression, or its content. */
export type WasmSource = WasmFile | Uint8Array<ArrayBuffer>;
interface WasmFile {
  url: string;
  bytes: number;
}

/** Receives the progress of the download in percent, an integer. */
export type OnPercent = (percent: number) => void;

/** The kernels, loaded on first use. A worker or process reads one file and ends, because their memory never shrinks. */
export interface Kernel {
  occt: () => Promise<Occt>;
  /** A second kernel that only reads IGES. */
  iges: () => Promise<IgesOcct>;
}

/** Works in a browser worker, and in Node with the bytes of the files as sources. */
export function lazyKernel(sources: { occt: WasmSource; iges: WasmSource }, onPercent?: OnPercent): Kernel {
  return {
    occt: once(() => loadOcct(sources.occt, onPercent)),
    iges: once(() => loadIges(sources.iges, onPercent)),
  };
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}

async function loadOcct(wasm: WasmSource, onPercent?: OnPercent): Promise<Occt> {
  const { default: init } = await import('replicad-opencascadejs');
  return startKernel(init, wasm, onPercent);
}

async function loadIges(wasm: WasmSource, onPercent?: OnPercent): Promise<IgesOcct> {
  await provideNodeGlobals();
  const { default: init } = await import('@bitbybit-dev/occt/bitbybit-dev-occt/bitbybit-dev-occt.js');
  // The types of the package lack the options.
  const start = init as unknown as (options: Record<string, unknown>) => Promise<IgesOcct>;
  return startKernel(start, wasm, onPercent);
}

type Receive = (instance: WebAssembly.Instance, module: WebAssembly.Module) => unknown;

/** Starts a kernel; a browser compiles it during the download. */
function startKernel<T>(
  start: (options: Record<string, unknown>) => Promise<T>,
  wasm: WasmSource,
  onPercent?: OnPercent,
): Promise<T> {
  if (wasm instanceof Uint8Array) return start({ wasmBinary: wasm, ...silent });
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports: WebAssembly.Imports, receive: Receive) => {
      instantiate(wasm, imports, onPercent)
        .then(({ instance, module }) => receive(instance, module))
        .catch(reject);
      return {};
    };
    start({ instantiateWasm, ...silent }).then(resolve, reject);
  });
}

async function instantiate({ url, bytes }: WasmFile, imports: WebAssembly.Imports, onPercent?: OnPercent) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The kernel could not be loaded: ${response.status}`);
  // Counts the bytes of a copy: browsers cache compiled code only if the response from the network itself is compiled.
  if (onPercent) void reportPercent(response.clone(), bytes, onPercent).catch(() => undefined);
  return WebAssembly.instantiateStreaming(response, imports).catch(async () =>
    // Compiling from the stream fails if the server or a proxy sent another media type.
    WebAssembly.instantiate(await (await fetch(url)).arrayBuffer(), imports),
  );
}

async function reportPercent(response: Response, bytes: number, onPercent: OnPercent): Promise<void> {
  const reader = response.body?.getReader();
  let [readBytes, reported] = [0, -1];
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk?.value) return;
    readBytes += chunk.value.length;
    const percent = Math.min(99, Math.floor((100 * readBytes) / bytes));
    if (percent === reported) continue;
    reported = percent;
    onPercent(percent);
  }
}

/** Suppresses the reports that the kernels print about each transfer. */
const silent = { print: () => undefined, printErr: () => undefined };

/** The second kernel is compiled for CommonJS and expects its globals in Node. */
async function provideNodeGlobals(): Promise<void> {
  if (!globalThis.process?.getBuiltinModule) return;
  const { createRequire } = globalThis.process.getBuiltinModule('node:module');
  Object.assign(globalThis, { __dirname: '/', require: createRequire(import.meta.url) });
}
