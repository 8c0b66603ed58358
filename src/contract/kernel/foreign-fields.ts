import type { Endpoint } from './endpoint.ts';

/*
 * Converts fields that go-admin clients send. Each endpoint lists the ones that it accepts; other unknown fields are rejected.
 */

export const isRecord = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/** Drops these fields. */
export function dropFields(...names: string[]): NonNullable<Endpoint['reads']> {
  return (body) =>
    isRecord(body)
      ? Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
      : body;
}

/** Drops this field if it is empty, as forms send an unchanged password. */
export function dropEmpty(name: string): NonNullable<Endpoint['reads']> {
  const without = dropFields(name);
  return (body) => (isRecord(body) && (body[name] === '' || body[name] === null) ? without(body) : body);
}

/** Applies these conversions in order. */
export function compose(...reads: Endpoint['reads'][]): NonNullable<Endpoint['reads']> {
  return (body) => reads.reduce<unknown>((read, next) => (next ? next(read) : read), body);
}

/** Converts single ids to lists of one with these names, unless the body has the list. 0 means no id. */
export function idsToLists(names: Readonly<Record<string, string>>): NonNullable<Endpoint['reads']> {
  return (body) => {
    if (!isRecord(body)) return body;
    const read = { ...body };
    for (const [single, list] of Object.entries(names)) {
      if (!(single in read)) continue;
      const { [single]: id } = read;
      delete read[single];
      if (!(list in read)) read[list] = id === 0 || id === null ? [] : [id];
    }
    return read;
  };
}

/** Converts a list to a record with this field. Does not convert an empty list, so that a mistake cannot empty the record. */
export function listToField(name: string): NonNullable<Endpoint['reads']> {
  return (body) => (Array.isArray(body) && body.length > 0 ? { [name]: body as unknown[] } : body);
}

/** Converts an object to a list of key and value; leaves a list unchanged. */
export function entriesToList(keyName: string, valueName: string): NonNullable<Endpoint['reads']> {
  return (body) =>
    isRecord(body)
      ? Object.entries(body).map(([key, value]) => ({ [keyName]: key, [valueName]: value }))
      : body;
}
