import igesWasm from '@bitbybit-dev/occt/bitbybit-dev-occt/bitbybit-dev-occt.wasm?url';
import occtWasm from 'replicad-opencascadejs/wasm?url';
import { lazyKernel, type Kernel, type OnPercent } from './load.ts';

/* Sizes of the files, in vite.config.ts. */
declare const OCCT_BYTES: number;
declare const IGES_BYTES: number;

/** The kernels for a browser worker. Each WebAssembly file is separate, so that it can be replaced, and is fetched on first use. */
export const browserKernel = (onPercent: OnPercent): Kernel =>
  lazyKernel(
    { occt: { url: occtWasm, bytes: OCCT_BYTES }, iges: { url: igesWasm, bytes: IGES_BYTES } },
    onPercent,
  );
