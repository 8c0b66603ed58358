/** The named fields of an object. */
export const pick = <Row extends object, const Keys extends readonly (keyof Row)[]>(
  row: Row,
  keys: Keys,
): Pick<Row, Keys[number]> =>
  Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<Row, Keys[number]>;

/** An object without the named fields. */
export const omit = <Row extends object, const Key extends keyof Row>(
  row: Row,
  keys: readonly Key[],
): Omit<Row, Key> => {
  const rest = { ...row };
  for (const key of keys) delete rest[key];
  return rest;
};

/** An object with a value for each key. */
export const byKey = <const Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> => Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;

/** The keys of an object, in order. Turns the labels of a choice into its values. */
export const keysOf = <Key extends string>(labels: Readonly<Record<Key, unknown>>) =>
  Object.keys(labels) as Key[];
