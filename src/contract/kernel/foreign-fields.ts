import type { Endpoint } from './endpoint.ts';

/*
 * Fields that clients of the same family send and that mean something else here, or nothing. An endpoint names what it
 * understands; any other unknown field stays refused.
 */

export const isRecord = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/** Reads a body without these fields. */
export function withoutFields(...names: string[]): NonNullable<Endpoint['reads']> {
  return (body) =>
    isRecord(body)
      ? Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
      : body;
}

/** Reads a body without this field where it is empty, as forms send a password that stays. */
export function withoutEmpty(name: string): NonNullable<Endpoint['reads']> {
  const without = withoutFields(name);
  return (body) => (isRecord(body) && (body[name] === '' || body[name] === null) ? without(body) : body);
}

/** Reads a body with each of these in turn. */
export function inTurn(...reads: Endpoint['reads'][]): NonNullable<Endpoint['reads']> {
  return (body) => reads.reduce<unknown>((read, next) => (next ? next(read) : read), body);
}

/** Reads single ids as the lists of one that have these names, unless the list is given. 0 is no id. */
export function singleIds(names: Readonly<Record<string, string>>): NonNullable<Endpoint['reads']> {
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

/** Reads a list as the one field of a record; an empty one is refused, so that a mistake cannot empty the record. */
export function listAs(name: string): NonNullable<Endpoint['reads']> {
  return (body) => (Array.isArray(body) && body.length > 0 ? { [name]: body as unknown[] } : body);
}

/** Reads values by key as a list of records; a list stays unchanged. */
export function entriesAs(keyName: string, valueName: string): NonNullable<Endpoint['reads']> {
  return (body) =>
    isRecord(body)
      ? Object.entries(body).map(([key, value]) => ({ [keyName]: key, [valueName]: value }))
      : body;
}
