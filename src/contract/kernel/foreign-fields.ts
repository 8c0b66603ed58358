import type { Endpoint } from './endpoint.ts';

/*
 * Converts fields that go-admin clients send. Each endpoint lists the ones that it accepts; other unknown fields are rejected.
 */

export const isRecord = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/** Drops these fields. */
export function dropFields(...names: string[]): NonNullable<Endpoint['convertBody']> {
  return (body) =>
    isRecord(body)
      ? Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
      : body;
}

/** Drops this field if it is empty, because forms send an empty password when it is unchanged. */
export function dropEmpty(name: string): NonNullable<Endpoint['convertBody']> {
  const without = dropFields(name);
  return (body) => (isRecord(body) && (body[name] === '' || body[name] === null) ? without(body) : body);
}

/** Applies these conversions in order. */
export function compose(...conversions: Endpoint['convertBody'][]): NonNullable<Endpoint['convertBody']> {
  return (body) =>
    conversions.reduce<unknown>((converted, convert) => (convert ? convert(converted) : converted), body);
}

/** Replaces a field with a single id by a list of ids. `names` maps one to the other; an existing list stays. 0 means no id. */
export function idsToLists(names: Readonly<Record<string, string>>): NonNullable<Endpoint['convertBody']> {
  return (body) => {
    if (!isRecord(body)) return body;
    const converted = { ...body };
    for (const [single, list] of Object.entries(names)) {
      if (!(single in converted)) continue;
      const { [single]: id } = converted;
      delete converted[single];
      if (!(list in converted)) converted[list] = id === 0 || id === null ? [] : [id];
    }
    return converted;
  };
}

/** Wraps a list in an object with this field. Leaves an empty list unchanged, so that a mistake cannot clear the field. */
export function listToField(name: string): NonNullable<Endpoint['convertBody']> {
  return (body) => (Array.isArray(body) && body.length > 0 ? { [name]: body as unknown[] } : body);
}

/** Converts an object to a list of key-value objects; leaves a list unchanged. */
export function entriesToList(keyName: string, valueName: string): NonNullable<Endpoint['convertBody']> {
  return (body) =>
    isRecord(body)
      ? Object.entries(body).map(([key, value]) => ({ [keyName]: key, [valueName]: value }))
      : body;
}
