import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { packagesOf, readAllModules, readFirstLoad, readKernels } from '../support/browser/bundle.ts';

const KB = 1024;
/** Files of a first load: a browser fetches six at a time over HTTP/1.1. */
const SCRIPTS = 6;
const LOGIN_PAGE = /^src\/storefront\/features\/[^/]+\/login-page\.tsx$/;
const QUOTATION_PAGE = /^src\/storefront\/features\/[^/]+\/(?:quote|quotation)-page\.tsx$/;
const VIEWER = /^src\/viewer\/model-viewer\.tsx$/;
const DRAWINGS = /^src\/viewer\/drawings\/drawing-viewer\.tsx$/;
const PDF_READER = /^src\/viewer\/drawings\/open-pdf\.ts$/;
const SHELL = /^src\/admin\/shell\/shell\.tsx$/;
const LIST_SCREEN = /^src\/admin\/resource-kit\/list-screen\.tsx$/;

test.each(['index.html', 'admin.html'])('%s opts out of translation, which would keep old prices', (page) => {
  const html = readFileSync(page, 'utf8');
  expect(html).toContain('<html lang="zh-CN" translate="no">');
  expect(html).toContain('<meta name="google" content="notranslate" />');
});

describe('the storefront', () => {
  test.each([
    ['login page', [LOGIN_PAGE]],
    ['quotation page', [QUOTATION_PAGE]],
    ['login page, then the quotation page', [LOGIN_PAGE, QUOTATION_PAGE]],
  ])('loads at most 170 KB of JavaScript and 15 KB of CSS for the %s', (_name, pages) => {
    const { jsBytes, cssBytes, scripts } = readFirstLoad('index.html', pages);
    expect(jsBytes).toBeLessThanOrEqual(170 * KB);
    expect(cssBytes).toBeLessThanOrEqual(15 * KB);
    expect(scripts).toBeLessThanOrEqual(SCRIPTS);
  });

  test('loads at most 125 KB more for the model viewer, and only when it is opened', () => {
    const page = readFirstLoad('index.html', [QUOTATION_PAGE]);
    const viewer = readFirstLoad('index.html', [QUOTATION_PAGE, VIEWER]);
    expect(viewer.jsBytes - page.jsBytes).toBeLessThanOrEqual(125 * KB);
    expect(packagesOf(viewer.modules)).toContain('three');
    expect(packagesOf(page.modules)).not.toContain('three');
  });

  test('loads at most 10 KB more for the drawing viewer, only when it is opened, and its readers on demand', () => {
    const page = readFirstLoad('index.html', [QUOTATION_PAGE]);
    const viewer = readFirstLoad('index.html', [QUOTATION_PAGE, DRAWINGS]);
    const reader = readFirstLoad('index.html', [QUOTATION_PAGE, DRAWINGS, PDF_READER]);
    expect(viewer.jsBytes).toBeGreaterThan(page.jsBytes);
    expect(viewer.jsBytes - page.jsBytes).toBeLessThanOrEqual(10 * KB);
    expect(packagesOf(viewer.modules)).not.toContain('pdfjs-dist');
    expect(packagesOf(reader.modules)).toContain('pdfjs-dist');
    expect(reader.jsBytes - viewer.jsBytes).toBeLessThanOrEqual(150 * KB);
  });

  test('has no module of antd, Refine or the back office, not even in chunks loaded later', () => {
    const modules = readAllModules('index.html');
    expect(packagesOf(modules)).toContain('react-dom');
    expect(packagesOf(modules).filter((name) => /antd|ant-design|refinedev|rc-/.test(name))).toEqual([]);
    expect(modules.filter((module) => /^src\/(?:admin|server)\//.test(module))).toEqual([]);
  });
});

test('a geometry kernel is at most 5.6 MB in a quick build', () => {
  const kernels = readKernels();
  expect(Object.keys(kernels).toSorted()).toEqual(['bitbybit-dev-occt', 'replicad_single']);
  for (const bytes of Object.values(kernels)) expect(bytes).toBeLessThanOrEqual(5.6e6);
});

test('the licence and source URL of the geometry kernels are next to their files', () => {
  const assets = new URL('../../dist/client/assets/', import.meta.url);
  const text = readFileSync(new URL('open-cascade-licence.txt', assets), 'utf8');
  expect(text).toContain('https://github.com/Open-Cascade-SAS/OCCT');
  expect(text).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
  const named = [...text.matchAll(/([\w-]+-)\*\.wasm/g)].map(([, name = '']) => name);
  const kernels = readdirSync(assets).filter((name) => name.endsWith('.wasm'));
  expect(kernels.length).toBe(named.length);
  for (const kernel of kernels) expect(named.some((name) => kernel.startsWith(name))).toBe(true);
});

test('the licences, character maps and fonts of pdf.js are next to it', () => {
  const assets = new URL('../../dist/client/assets/', import.meta.url);
  const [folder = ''] = readdirSync(assets).filter((name) => name.startsWith('pdfjs-'));
  const files = (name: string) => readdirSync(new URL(`${folder}/${name}/`, assets));
  expect(readdirSync(new URL(`${folder}/`, assets))).toContain('LICENSE.txt');
  expect(files('cmaps')).toEqual(
    expect.arrayContaining(['LICENSE', 'GBK-EUC-H.bcmap', 'UniGB-UCS2-H.bcmap']),
  );
  expect(files('standard_fonts')).toEqual(
    expect.arrayContaining([
      'LICENSE_FOXIT',
      'LICENSE_LIBERATION',
      'FoxitSerif.pfb',
      'LiberationSans-Regular.ttf',
    ]),
  );
  expect(files('wasm').filter((name) => name.endsWith('.wasm'))).toEqual([]);
});

describe('the back office', () => {
  test('loads at most 450 KB of JavaScript for the first list', () => {
    const { jsBytes, scripts } = readFirstLoad('admin.html', [SHELL, LIST_SCREEN]);
    expect(jsBytes).toBeLessThanOrEqual(450 * KB);
    expect(scripts).toBeLessThanOrEqual(SCRIPTS);
  });

  test('has neither pro-components nor a Markdown renderer', () => {
    const packages = packagesOf(readAllModules('admin.html'));
    expect(packages).toContain('antd');
    expect(packages.filter((name) => /pro-(?:layout|utils|provider)|markdown|micromark/.test(name))).toEqual(
      [],
    );
  });
});
