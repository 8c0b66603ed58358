import { readFirstLoad, readKernels } from '../tests/support/browser/bundle.ts';
import type { Figure, Part } from './figure.ts';

const KB = 1024;
const LOGIN_PAGE = /^src\/storefront\/features\/[^/]+\/login-page\.tsx$/;
const QUOTATION_PAGE = /^src\/storefront\/features\/[^/]+\/(?:quote|quotation)-page\.tsx$/;
const SHELL = /^src\/admin\/shell\/shell\.tsx$/;
const LIST_SCREEN = /^src\/admin\/resource-kit\/list-screen\.tsx$/;

/** The first load in a browser, brotli, from the manifest of the build. */
export const bundles: Part = {
  title: 'First load, brotli',
  measure() {
    const { jsBytes, cssBytes } = readFirstLoad('index.html', [LOGIN_PAGE, QUOTATION_PAGE]);
    const list = readFirstLoad('admin.html', [SHELL, LIST_SCREEN]);
    const figures: Figure[] = [
      {
        name: 'storefront, JavaScript of login and quotation page',
        value: jsBytes / KB,
        unit: 'KB',
        target: { atMost: 170 },
      },
      {
        name: 'storefront, CSS of login and quotation page',
        value: cssBytes / KB,
        unit: 'KB',
        target: { atMost: 15 },
      },
      {
        name: 'back office, JavaScript of the first list',
        value: list.jsBytes / KB,
        unit: 'KB',
        target: { atMost: 450 },
      },
      ...Object.entries(readKernels()).map(([name, bytes]): Figure => ({
        name: `geometry kernel ${name}, with the first model that needs it`,
        value: bytes / 1e6,
        unit: 'MB',
        // `npm run build` compresses them to 4.9 MB; a start builds more quickly.
        target: { atMost: 5.6 },
      })),
    ];
    return Promise.resolve(figures);
  },
};
