import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { fieldNames } from '#admin/resources/field-names.ts';

/** The properties that the server's calls of `note` name. */
function notedNames(): Set<string> {
  const root = fileURLToPath(new URL('../../src/server/', import.meta.url));
  const names = new Set<string>();
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.includes('.test')) continue;
    const visitor = new Visitor({
      CallExpression({ callee, arguments: [fact] }) {
        if (callee.type !== 'Identifier' || callee.name !== 'note' || fact?.type !== 'ObjectExpression')
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
  const names = notedNames();
  expect(names.size).toBeGreaterThan(15);
  const labelled = ['mfr:order:move', 'session', 'admin:sysRole:edit'].flatMap((permission) =>
    Object.keys(fieldNames({ permission })),
  );
  expect([...names].filter((name) => !labelled.includes(name))).toEqual([]);
});

test('the fields of stock sizes have their labels', () => {
  expect(fieldNames({ permission: 'mfr:stockSize:edit' })['thickness']?.label).toBe('厚度');
});
