import fc from 'fast-check';
import type { JsonSchema } from '../app/json-schema.ts';

/** Text that has broken other software: SQL, HTML, templates, paths, spreadsheets, terminals and Unicode. */
const hostile = [
  "' or 1=1 --",
  "'; select pg_sleep(9); --",
  String.raw`\'; drop table orders; --`,
  '"><script>alert(1)</script>',
  '${7*7}{{7*7}}<%= 7*7 %>',
  '../../../../etc/passwd',
  String.raw`..\..\windows\win.ini`,
  '=cmd|calc!A0',
  '%00%0d%0aX: y',
  'a\r\nSet-Cookie: x=y',
  '\u0000',
  '\u001b[2J',
  '\ud800',
  '\u202egnp.exe',
  '\u200b',
  '%',
  '_',
  '\\',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e400',
  '٣',
  'ﷺ'.repeat(50),
  '👨‍👩‍👧‍👦'.repeat(20),
  ' '.repeat(5_000),
  `${'a'.repeat(5_000)}!`,
  '9'.repeat(400),
];
export const hostileText = fc.constantFrom(...hostile);

const anyNumber = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1, -1, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 1e300, 5e-324, 0.1 + 0.2),
);

/** Any JSON value. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 2, arbitrary: anyNumber },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

/** Values near a schema: mostly valid, sometimes arbitrary, with missing or additional keys. */
export function near(schema: JsonSchema, strangeness = 0.15): fc.Arbitrary<unknown> {
  const weight = Math.round(strangeness * 100);
  return fc.oneof(
    { weight: 100 - weight, arbitrary: of(schema, strangeness) },
    { weight, arbitrary: anyJson },
  );
}

function of(schema: JsonSchema, strangeness: number): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objectOf(schema, strangeness);
    case 'array': {
      const { minItems = 0, maxItems = 3, items = {} } = schema;
      return fc.array(near(items, strangeness / 2), {
        minLength: Math.min(minItems, 3),
        maxLength: Math.min(maxItems, 3),
      });
    }
    case 'string': {
      if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern, 'u'));
      return fc.string({
        unit: 'grapheme',
        minLength: schema.minLength ?? 0,
        maxLength: Math.min(schema.maxLength ?? 60, 60),
      });
    }
    case 'integer':
      return fc.integer({ min: clamp(schema.minimum, 0), max: clamp(schema.maximum, 1_000_000) });
    case 'number':
      return fc
        .integer({ min: clamp(schema.minimum, 0) * 1000, max: clamp(schema.maximum, 10_000) * 1000 })
        .map((n) => n / 1000);
    case 'boolean':
      return fc.boolean();
    case undefined:
      return anyJson;
  }
}

const clamp = (value: number | undefined, otherwise: number) =>
  value === undefined ? otherwise : Math.ceil(Math.max(-1_000_000, Math.min(1_000_000, value)));

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema, strangeness: number) {
  const entries = Object.entries(properties).map(
    ([key, property]) => [key, near(property, strangeness / 2)] as const,
  );
  const known = fc.record(Object.fromEntries(entries), {
    requiredKeys: required.filter((key) => key in properties),
  });
  const key = fc.oneof(
    fc.constantFrom(
      'process_1',
      'process_2',
      'process_9999999999',
      'isAdmin',
      '__proto__',
      'constructor',
      'toString',
      '',
    ),
    hostileText,
  );
  const more = additionalProperties === false ? 1 : 3;
  const extra = fc.dictionary(key, anyJson, { maxKeys: more, noNullPrototype: true });
  return fc
    .tuple(known, fc.oneof({ weight: 6, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: extra }))
    .map(([first, second]): object => ({ ...first, ...second }));
}
