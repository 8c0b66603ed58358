import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const notice = `The files replicad_single-*.wasm and bitbybit-dev-occt-*.wasm in this folder contain Open CASCADE Technology, which is
licensed under the GNU Lesser General Public License 2.1 with the Open CASCADE exception. They are separate files: a build of
your own with the same interface may take their place.

Source of Open CASCADE Technology: https://github.com/Open-Cascade-SAS/OCCT
Source of replicad-opencascadejs:   https://github.com/sgenoud/replicad (packages/replicad-opencascadejs)
Source of @bitbybit-dev/occt (MIT): https://github.com/bitbybit-dev/bitbybit (packages/dev/occt)

`;

/** Adds the notice and licence of the geometry kernels to their WebAssembly. `vite-pdf-files.ts` adds those of pdf.js. */
export function licences(): Plugin {
  return {
    name: 'quotemill:licences',
    apply: 'build',
    generateBundle() {
      const kernel = createRequire(import.meta.url).resolve('replicad-opencascadejs/package.json');
      const licence = readFileSync(join(dirname(kernel), 'LICENSE'), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'assets/open-cascade-licence.txt', source: notice + licence });
    },
  };
}
