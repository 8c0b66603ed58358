import * as z from 'zod/mini';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { ok, type Answer } from '#providers/fake-server.test-data.ts';
import { pageOf } from '../app/open-admin.test-data.tsx';
import type { Field } from '../field-types/field.ts';
import { fieldTypeOf } from '../field-types/field-types.ts';
import { fieldOf, type Resource } from './define-resource.ts';

/** A sample value of a field; `n` distinguishes records. */
export function sampleValue(field: Field, n: number): unknown {
  switch (field.type) {
    case 'text':
    case 'longText':
    case 'dict':
    case 'key':
      return `sample_${n}`;
    case 'int':
    case 'ref':
    case 'treeRef':
      return n;
    case 'decimal':
      return n / 10;
    case 'money':
      return field.wire === 'text' ? `${n}.50` : n + 0.5;
    case 'bool':
      return n % 2 === 0;
    case 'enum': {
      const keys = Object.keys(field.options);
      const key = keys[n % keys.length] ?? '';
      return field.numeric ? Number(key) : key;
    }
    case 'date':
      return '2026-11-20';
    case 'dateTime':
      return '2026-11-20T10:00:00+08:00';
    case 'image':
      return 'https://example.test/picture.png';
    case 'password':
      return `sample-password-${n}`;
    case 'refs':
      return [n];
    case 'custom':
      return field.initial ?? [];
    case 'tags':
      return ['one', `tag_${n}`];
    case 'json':
      return { n };
    case 'changes':
      return { id: n, status: [1, n] };
  }
}

/** Text for the field of a new record: the first sample that the endpoint's schema accepts. */
export function sampleEntry({ body }: Endpoint, name: string, field: Field): string {
  const shape = body instanceof z.ZodMiniObject ? body.shape : {};
  const samples = [sampleValue(field, 1), '13800000001', 'sample@example.test', '91310000MA1K3ABC2D'];
  const schema = shape[name] ?? z.never();
  return String(samples.find((value) => z.safeParse(schema, value).success));
}

/** The initial values of a new record's form. */
export const initialValues = (resource: Resource): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => [
      name,
      'initial' in field ? field.initial : undefined,
    ]),
  );

/** A record of the resource as the server would return it. */
export function sampleRecord(resource: Resource, n: number): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(resource.fields)) record[name] = sampleValue(field, n);
  return { ...record, [resource.id]: n, version: 1, ...(resource.tree ? { children: [] } : {}) };
}

/** Answers to the requests for the fields' choices: one choice for a field of type `key`. */
export function choiceAnswers(resource: Resource): Record<string, Answer> {
  const answers: Record<string, Answer> = {};
  for (const field of Object.values(resource.fields)) {
    if (!('source' in field)) continue;
    const choice = { [field.sourceId]: 'sample_1', [field.sourceLabel]: 'sample_1' };
    const list = field.type === 'key' ? [choice] : [];
    answers[`GET ${field.source.path}`] = field.source.query && !resource.tree ? pageOf(list) : ok(list);
  }
  return answers;
}

/** A value of a filter and its query parameters. */
export function sampleFilter(
  resource: Resource,
  name: string,
): { text: string; query: Record<string, string> } {
  const field = fieldOf(resource, name);
  const days = ['2026-11-01', '2026-11-02'] as const;
  const [from, to] = field.type === 'money' ? (['1.50', '20'] as const) : days;
  const isRange = field.type === 'date' || field.type === 'dateTime' || field.type === 'money';
  const text = isRange ? `${from}~${to}` : String(sampleValue(field, 1));
  if (fieldTypeOf(field).filter?.parse(text, field) === undefined)
    throw new Error(`${name} cannot be filtered by`);
  const wireName = field.type === 'refs' ? (field.filterBy ?? name) : name;
  return {
    text,
    query: !isRange
      ? { [wireName]: text }
      : field.type === 'dateTime' && !field.byDay
        ? { beginTime: `${from} 00:00:00`, endTime: `${to} 23:59:59` }
        : { [`${name}From`]: from, [`${name}To`]: to },
  };
}
