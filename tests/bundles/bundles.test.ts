import { describe, expect, test } from 'vitest';
import { packagesOf, readAllModules, readFirstLoad } from '../support/bundle.ts';

const KB = 1024;
const LOGIN_PAGE = /^src\/storefront\/features\/[^/]+\/login-page\.tsx$/;
const QUOTATION_PAGE = /^src\/storefront\/features\/[^/]+\/(?:quote|quotation)-page\.tsx$/;
const SHELL = /^src\/admin\/shell\/shell\.tsx$/;
const LIST_SCREEN = /^src\/admin\/resource-kit\/list-screen\.tsx$/;

describe('the storefront', () => {
  test.each([
    ['login page', [LOGIN_PAGE]],
    ['quotation page', [QUOTATION_PAGE]],
    ['login page, then the quotation page', [LOGIN_PAGE, QUOTATION_PAGE]],
  ])('loads at most 130 KB of JavaScript and 15 KB of CSS for the %s', (_name, pages) => {
    const { jsBytes, cssBytes } = readFirstLoad('index.html', pages);
    expect(jsBytes).toBeLessThanOrEqual(130 * KB);
    expect(cssBytes).toBeLessThanOrEqual(15 * KB);
  });

  test('has axios beside its first load', () => {
    expect(packagesOf(readAllModules('index.html'))).toContain('axios');
    expect(packagesOf(readFirstLoad('index.html', [LOGIN_PAGE, QUOTATION_PAGE]).modules)).not.toContain(
      'axios',
    );
  });

  test('has no module of antd, Refine or the back office, not even in chunks loaded later', () => {
    const modules = readAllModules('index.html');
    expect(packagesOf(modules)).toContain('react-dom');
    expect(packagesOf(modules).filter((name) => /antd|ant-design|refinedev|rc-/.test(name))).toEqual([]);
    expect(modules.filter((module) => /^src\/(?:admin|server)\//.test(module))).toEqual([]);
  });
});

describe('the back office', () => {
  test('loads at most 400 KB of JavaScript for the first list', () => {
    expect(readFirstLoad('admin.html', [SHELL, LIST_SCREEN]).jsBytes).toBeLessThanOrEqual(400 * KB);
  });

  test('has neither pro-components nor a Markdown renderer', () => {
    const packages = packagesOf(readAllModules('admin.html'));
    expect(packages).toContain('antd');
    expect(packages.filter((name) => /pro-(?:layout|utils|provider)|markdown|micromark/.test(name))).toEqual(
      [],
    );
  });
});
