import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { fieldNames } from '#admin/resources/field-names.ts';
import { adminPages } from '#admin/resources/index.ts';
import { settingNames } from '#contract/system/setting-names.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { inputSchema } from '#tests/support/app/json-schema.ts';
import type { Resource } from '#admin/resource-kit/define-resource.ts';

/** The properties that the server's calls of `audit` name. */
function auditedNames(): Set<string> {
  const root = fileURLToPath(new URL('../../src/server/', import.meta.url));
  const names = new Set<string>();
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.includes('.test')) continue;
    const visitor = new Visitor({
      CallExpression({ callee, arguments: [fact] }) {
        if (callee.type !== 'Identifier' || callee.name !== 'audit' || fact?.type !== 'ObjectExpression')
          return;
        for (const property of fact.properties) {
          if (property.type === 'Property' && property.key.type === 'Identifier')
            names.add(property.key.name);
        }
      },
    });
    visitor.visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program);
  }
  return names;
}

test('every fact that an operation logs has a label', () => {
  const names = auditedNames();
  expect(names.size).toBeGreaterThan(15);
  const labelled = ['mfr:order:move', 'session', 'admin:sysRole:edit'].flatMap((permission) =>
    Object.keys(fieldNames({ permission })),
  );
  expect([...names].filter((name) => !labelled.includes(name))).toEqual([]);
});

test('the fields of stock sizes have their labels', () => {
  expect(fieldNames({ permission: 'mfr:stockSize:edit' })['thickness']?.label).toBe('厚度');
});

test.each([
  ['admin:sysConfigSet:update', 'model.thinWall', '最小壁厚（mm）'],
  ['mfr:quote:price', 'price', '合计'],
  ['mfr:quote:price', 'validUntil', '有效期至'],
  ['admin:sysRole:scope', 'deptIds', '可见部门'],
])('under %s, %s has a label', (permission, name, label) => {
  expect(fieldNames({ permission })[name]?.label).toBe(label);
});

test('every setting has its title', () => {
  const names = fieldNames({ permission: 'admin:sysConfigSet:update' });
  const labels = Object.keys(settingNames).map((key) => names[key]?.label);
  expect(labels).toEqual(Object.values(settingNames));
  expect(new Set(labels).size).toBe(labels.length);
});

/** Fields of a record or body that no log contains. */
const unlogged = new Set(['version', 'createdAt', 'createBy', 'updateBy', 'confirmJumps']);

/** Properties of the records of a resource and of the bodies that change them. */
function propertiesOf({ create, update, one }: Endpoints): string[] {
  const schemas = [create?.body, update?.body, one?.data].filter((schema) => schema !== undefined);
  const names = schemas.flatMap((schema) => Object.keys(inputSchema(schema).properties ?? {}));
  return [...new Set(names)].filter((name) => !unlogged.has(name));
}
type Endpoints = Partial<Record<'create' | 'update' | 'one', Pick<Endpoint, 'body' | 'data'>>>;

/** The property with the name that belongs to an id: `deptName` for `deptId`. */
const namingOf = (name: string) => name.replace(/Id(s?)$/, 'Name$1');

const edited = adminPages.filter((one): one is Resource => 'endpoints' in one && one.form.length > 0);

test.each(edited.map((one) => [one.label, one] as const))(
  'every loggable property of %s has one label, which a reference shares with its name',
  (_label, { permission, endpoints, id }) => {
    const names = fieldNames({ permission: `${permission}:edit` });
    const properties = propertiesOf(endpoints);
    expect(properties.length).toBeGreaterThan(5);
    expect(properties.filter((name) => names[name] === undefined)).toEqual([]);
    const references = properties.filter(
      (name) => name !== id && namingOf(name) !== name && properties.includes(namingOf(name)),
    );
    for (const name of references) {
      expect(names[name]?.textIn, name).toBe(namingOf(name));
      expect(names[namingOf(name)]?.label, name).toBe(names[name]?.label);
    }
    const shownAs = (name: string) => names[name]?.textIn ?? name;
    const twice = properties.filter((name) =>
      properties.some(
        (other) => names[other]?.label === names[name]?.label && shownAs(other) !== shownAs(name),
      ),
    );
    expect(twice).toEqual([]);
  },
);
