import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { areaRules } from '../../scripts/import-rules.ts';
import { checkImports, implausible } from '../../scripts/check-imports.ts';

/** A small tree that obeys every rule; each test adds one file to it. */
const SOUND: Record<string, string> = {
  'src/domain/money.ts': 'export type Fen = number;\nexport const one: Fen = 1;',
  'src/contract/orders/orders.ts':
    "import { z } from 'zod/mini';\nimport type { Fen } from '#domain/money.ts';\nexport const orders = z.object({});\nexport type Order = Fen;",
  'src/theme/tokens.ts': "export const primary = '#15803d';",
  'src/theme/tokens.css': '',
  'src/providers/http/http.ts':
    "import axios from 'axios';\nimport type { DataProvider } from '@refinedev/core';\nimport { orders } from '#contract/orders/orders.ts';\nexport const http = { axios, orders };\nexport type Provider = DataProvider;",
  'src/storefront/app/paths.ts': "export const paths = { home: '/' };",
  'src/storefront/app/routes.tsx':
    "import '#theme/tokens.css';\nexport const load = () => import('#storefront/features/orders/orders-page.tsx');",
  'src/storefront/features/orders/orders-page.tsx':
    "import { useQuery } from '@tanstack/react-query';\nimport { paths } from '#storefront/app/paths.ts';\nimport { http } from '#providers/http/http.ts';\nexport const OrdersPage = () => [useQuery, paths, http];",
  'src/storefront/features/orders/orders-page.test.tsx':
    "import { expect } from 'vitest';\nimport { readFileSync } from 'node:fs';\nimport { OrdersPage } from './orders-page.tsx';\nimport { buildOrder } from '#tests/support/build-order.ts';\nexpect([OrdersPage, readFileSync, buildOrder]);",
  'src/storefront/features/quote/quote-page.tsx':
    "import type { Step } from './checkout/step.ts';\nexport const QuotePage = (step: Step) => step;",
  'src/storefront/features/quote/checkout/step.ts':
    "import { draft } from '../draft/draft.ts';\nexport type Step = typeof draft;",
  'src/storefront/features/quote/draft/draft.ts': 'export const draft = 1;',
  'src/storefront/features/login/login-page.tsx': 'export const LoginPage = () => null;',
  'src/admin/resources/post/post.resource.ts': "import { Table } from 'antd';\nexport const post = Table;",
  'src/admin/resources/dept/dept.resource.ts': 'export const dept = 1;',
  'src/admin/screens/price-table/prices.ts': 'export const prices = 1;',
  'src/admin/resources/index.ts':
    "export const resources = [import('./post/post.resource.ts'), import('./dept/dept.resource.ts')];",
  'src/server/modules/orders/orders.service.ts':
    "import Fastify from 'fastify';\nimport { findUser } from '../users/users.service.ts';\nimport type { User } from '../users/users.queries.ts';\nexport const place = (user: User) => [Fastify, findUser, user];",
  'src/server/modules/users/users.service.ts': 'export const findUser = () => 1;',
  'src/server/modules/users/users.queries.ts': 'export type User = string;\nexport const query = 1;',
  'tests/support/build-order.ts': 'export const buildOrder = () => 1;',
};

/** One violation for each kind of check; the rows of the import table are data. */
const violations: [rule: string, file: string, source: string, reported: string][] = [
  [
    'domain imports no other area',
    'src/domain/a.ts',
    "import '#contract/orders/orders.ts';",
    'domain may not import contract',
  ],
  [
    'the back office calls the server through Refine',
    'src/admin/screens/price-table/a.ts',
    "import { call } from '#providers/http/http.ts';",
    'the back office calls the server by useEndpoint and useCommand',
  ],
  ['domain uses no package', 'src/domain/a.ts', "import 'zod';", 'domain may not import this package'],
  [
    'domain uses nothing of Node',
    'src/domain/a.ts',
    "import 'node:fs';",
    'domain may not import this package',
  ],
  [
    'providers use no Refine run time',
    'src/providers/a.ts',
    "import { useList } from '@refinedev/core';",
    'only types of this package',
  ],
  [
    'a type inside a value import still loads the module',
    'src/providers/a.ts',
    "import { type DataProvider } from '@refinedev/core';",
    'only types of this package',
  ],
  [
    'the storefront has no antd',
    'src/storefront/a.ts',
    "export * from 'antd/es/table';",
    'storefront may not import this package',
  ],
  [
    'the storefront has no Refine',
    'src/storefront/a.ts',
    "import type { X } from '@refinedev/core';",
    'storefront may not import this package',
  ],
  [
    'the storefront does not import the back office',
    'src/storefront/a.ts',
    "const a = import('#admin/resources/index.ts');",
    'storefront may not import admin',
  ],
  [
    'the back office does not import the server, not even its types',
    'src/admin/a.ts',
    "type A = import('#server/modules/users/users.queries.ts').User;",
    'admin may not import server',
  ],
  [
    'features do not import each other',
    'src/storefront/features/login/a.ts',
    "import '#storefront/features/orders/orders-page.tsx';",
    'login may not import its sibling orders',
  ],
  [
    'features do not import each other by relative path either',
    'src/storefront/features/login/a.ts',
    "export { OrdersPage } from '../orders/orders-page.tsx';",
    'login may not import its sibling orders',
  ],
  [
    'a lower part of the quotation page does not import a higher one, not even its types',
    'src/storefront/features/quote/draft/a.ts',
    "import type { Step } from '../checkout/step.ts';",
    'draft may not import its sibling checkout',
  ],
  [
    'a part of the quotation page does not import the page',
    'src/storefront/features/quote/checkout/a.ts',
    "import { QuotePage } from '../quote-page.tsx';",
    'checkout may not import the files that compose it',
  ],
  [
    'server modules do not import the queries of each other',
    'src/server/modules/orders/a.ts',
    "import { query } from '../users/users.queries.ts';",
    'orders may not import its sibling users',
  ],
  [
    'server modules form no cycle, not even by types',
    'src/server/modules/users/a.ts',
    "import type { place } from '../orders/orders.service.ts';\nexport type Place = typeof place;",
    'cycle of src/server/modules: orders → users → orders',
  ],
  [
    'relative imports stay in their area',
    'src/server/a.ts',
    "import '../domain/money.ts';",
    'a relative import leaves its area',
  ],
  ['an extension is written', 'src/server/a.ts', "import '#domain/money';", 'the file extension is missing'],
  ['the file exists', 'src/server/a.ts', "import '#domain/gone.ts';", 'there is no such file'],
  [
    'product code uses no test support',
    'src/server/a.ts',
    "import '#tests/support/build-order.ts';",
    'only tests may import tests',
  ],
  [
    'product code imports no test',
    'src/storefront/a.ts',
    "import './features/orders/orders-page.test.tsx';",
    'only tests may import tests',
  ],
  [
    'product code uses no test package',
    'src/domain/a.ts',
    "import 'vitest';",
    'domain may not import this package',
  ],
  [
    'tests obey the rules of their area',
    'src/domain/a.test.ts',
    "import '#contract/orders/orders.ts';",
    'domain may not import contract',
  ],
  ['every file is in an area', 'src/utils/a.ts', "import '#domain/money.ts';", 'the file is in no area'],
  [
    'a computed import is reported',
    'src/server/a.ts',
    'const a = (x: string) => import(x);',
    'cannot be read',
  ],
  ['require is not taken on trust', 'src/server/a.ts', "const a = require('antd');", 'cannot be read'],
  ['an import assignment is reported', 'src/server/a.ts', "import a = require('antd');", 'import assignment'],
  ['a glob is reported', 'src/admin/a.ts', "const a = import.meta.glob('./**/*.ts');", 'cannot be read'],
  ['what does not parse is reported', 'src/domain/a.ts', 'const = 1;', 'does not parse'],
  [
    'a file that imports itself is a cycle',
    'src/domain/a.ts',
    "import './a.ts';",
    'cycle: src/domain/a.ts → src/domain/a.ts',
  ],
];

let root = '';

function plant(files: Record<string, string>): void {
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), '引用 规则-'));
  plant(SOUND);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the import check', () => {
  test('reads the whole tree and accepts one that obeys the rules', () => {
    const sources = Object.keys(SOUND).filter((path) => /^src\/.*\.tsx?$/.test(path));
    expect(checkImports(root)).toEqual({ files: sources.length, imports: 22, problems: [] });
  });

  test.each(violations)('%s', (_rule, file, source, reported) => {
    plant({ [file]: source });
    const { problems } = checkImports(root);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(file);
    expect(problems[0]).toContain(reported);
  });

  test.each([
    ['a module', "export * from './a.ts';"],
    ['a type', "import type { A } from './a.ts';"],
    ['a type inside a type', "export type B = import('./a.ts').A;"],
    ['a lazy import', "export const load = () => import('./a.ts');"],
  ])('a cycle over three files that %s closes is reported', (_link, source) => {
    plant({ 'src/domain/a.ts': "import './b.ts';", 'src/domain/b.ts': "import './c.ts';" });
    plant({ 'src/domain/c.ts': source });
    expect(checkImports(root).problems).toEqual([
      'cycle: src/domain/a.ts → src/domain/b.ts → src/domain/c.ts → src/domain/a.ts',
    ]);
  });

  test('an empty tree, or many files without imports, does not pass', () => {
    expect(implausible({ files: 0, imports: 0, problems: [] })).toBe('no file was read');
    expect(implausible({ files: 40, imports: 3, problems: [] })).toBe('only 3 imports in 40 files');
    expect(implausible({ files: 40, imports: 90, problems: [] })).toBeUndefined();
  });

  test('every area of the table can be imported by other areas', () => {
    const named = Object.values(areaRules).flatMap((rule) => [...rule.areas]);
    expect(named.filter((area) => !(area in areaRules))).toEqual([]);
  });
});
