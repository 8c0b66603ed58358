import igesWasm from '@bitbybit-dev/occt/bitbybit-dev-occt/bitbybit-dev-occt.wasm?url';
import occtWasm from 'replicad-opencascadejs/wasm?url';
import { lazyKernel, type Kernel } from './load.ts';

/** The kernels for a worker of the browser. Each WebAssembly file is separate, so that it can be replaced, and is asked for on first use. */
export const browserKernel = (): Kernel => lazyKernel({ occt: occtWasm, iges: igesWasm });
