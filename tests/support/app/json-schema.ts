import * as z from 'zod/mini';

/** The part of JSON schema that the contract's inputs use. */
export interface JsonSchema {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  additionalProperties?: unknown;
}

export const inputSchema = (schema: z.ZodMiniType): JsonSchema =>
  z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** One field of a body: its path, its schema, and whether it is optional. */
export interface Field {
  path: (string | number)[];
  schema: JsonSchema;
  isRequired: boolean;
}

/** Every field of an input that has rules, including those of the first element of each list. */
export function fieldsOf(schema: JsonSchema, path: Field['path'] = [], isRequired = true): Field[] {
  const nested = schema.items
    ? fieldsOf(schema.items, [...path, 0])
    : Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
        fieldsOf(property, [...path, name], schema.required?.includes(name) ?? false),
      );
  const hasRules = schema.type !== undefined || schema.enum !== undefined || schema.const !== undefined;
  return path.length === 0 || !hasRules ? nested : [{ path, schema, isRequired }, ...nested];
}

/** A deep copy with one field replaced; `undefined` removes it. */
export function withField(body: unknown, [key, ...rest]: Field['path'], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(body)) {
    return body.map((element: unknown, index) => (index === key ? withField(element, rest, value) : element));
  }
  if (typeof key === 'number') return [withField(undefined, rest, value)];
  const changed: Record<string, unknown> = { ...(body as Record<string, unknown>) };
  const next = withField(changed[key], rest, value);
  if (next === undefined) delete changed[key];
  else changed[key] = next;
  return changed;
}

/** Values that a field must refuse: of all other types, and just outside its limits. */
export function wrongValues(schema: JsonSchema): unknown[] {
  const byType = {
    string: [null, 0, 7, true, false, ['a'], {}, []],
    number: [null, '3', '0x10', '', true, [5], {}, []],
    integer: [null, '3', '0x10', '', true, [5], {}, [], 1.5, 0.1 + 0.2],
    boolean: [null, 0, 1, 'true', '', [], {}],
    array: [null, 0, 'a', true, {}],
    object: [null, 0, 'a', true, [], [{}]],
  };
  const wrong: unknown[] = schema.type ? [...byType[schema.type]] : [null, 0, 'a', true, [], {}];
  if (schema.enum)
    return [...wrong, 'nothing-of-it', -1, ''].filter((value) => !schema.enum?.includes(value));
  const { minimum, maximum, minLength = 0, maxLength, minItems = 0, maxItems, items } = schema;
  if (minimum !== undefined) wrong.push(minimum - 1, -Math.abs(minimum) - 1, -1e9);
  // Above 2^53, adjacent numbers differ by two.
  if (maximum !== undefined) wrong.push(maximum + 2, maximum * 10, 1e300);
  if (minLength > 0) wrong.push('a'.repeat(minLength - 1));
  if (maxLength !== undefined) wrong.push('a'.repeat(maxLength + 1), '文'.repeat(maxLength + 1));
  if (schema.pattern !== undefined) {
    const pattern = new RegExp(schema.pattern, 'u');
    wrong.push(...['-', 'ab c', '<script>', "' or 1=1 --"].filter((text) => !pattern.test(text)));
  }
  if (minItems > 0) wrong.push(Array.from({ length: minItems - 1 }, () => sample(items)));
  if (maxItems !== undefined) wrong.push(Array.from({ length: maxItems + 1 }, () => sample(items)));
  return wrong;
}

/** Values at the field's limits, which it must accept. */
export function limitValues({
  type,
  minimum,
  maximum,
  minLength,
  maxLength,
  pattern,
}: JsonSchema): unknown[] {
  if (type === 'string' && pattern === undefined)
    return [minLength, maxLength].flatMap((length) => (length === undefined ? [] : ['字'.repeat(length)]));
  if (type === 'number' || type === 'integer')
    return [minimum, maximum].filter((value) => value !== undefined);
  return [];
}

/** Texts that together match every pattern of the contract. */
const shapes = [
  'key_1',
  '1.00',
  '2026-11-20',
  '2026-11-20T08:00:00+08:00',
  '1',
  'https://example.com',
  '13800000000',
];

/** A minimal valid value of the schema. */
export function sample(schema: JsonSchema | undefined): unknown {
  if (schema?.enum) return schema.enum[0];
  switch (schema?.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, sample(schema.properties?.[key])]),
      );
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => sample(schema.items));
    case 'string':
      return textFor(schema);
    case 'number':
    case 'integer':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    case undefined:
      return null;
  }
}

function textFor({ pattern, minLength = 0 }: JsonSchema): string {
  if (pattern === undefined) return 'a'.repeat(minLength);
  return shapes.find((shape) => new RegExp(pattern, 'u').test(shape)) ?? 'a'.repeat(minLength);
}
