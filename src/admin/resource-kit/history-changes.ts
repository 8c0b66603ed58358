import { isObject } from '#providers/browser-storage.ts';
import type { Field, Row } from '../field-types/field.ts';
import { wordsOf } from '../field-types/words-of.ts';
import type { Resource } from './define-resource.ts';

type Labels = Readonly<Record<string, Pick<Field, 'label'>>>;

/** Facts about an operation that belong to no field of the record. */
const facts: Labels = {
  reason: { label: '原因' },
  copyOf: { label: '复制自' },
  manualOptions: { label: '需人工的选项' },
};

/**
 * The changes of an operation to one record: fields have the labels of its screen, references are named by their words
 * instead of their ids, and prices of other records are left out.
 */
export function historyChanges(
  { fields, id: idField, keyedChanges }: Pick<Resource, 'fields' | 'id' | 'keyedChanges'>,
  record: Row,
  logged: unknown,
): { shown: Readonly<Record<string, unknown>>; names: Labels } {
  const changes = isObject(logged) ? logged : {};
  const own = keyedChanges && changes[String(record[keyedChanges.by])];
  const all = keyedChanges && own ? { ...changes, [keyedChanges.field]: own } : changes;
  const shown: Record<string, unknown> = {};
  const names: Record<string, Pick<Field, 'label'>> = { ...facts };
  for (const [name, field] of Object.entries(fields)) {
    const words = wordsOf(field);
    const key = words !== undefined && words in all ? words : name;
    if (!(key in all)) continue;
    // Skips the record's `id` and `name`.
    if (!Array.isArray(all[key])) continue;
    shown[key] = all[key];
    names[key] = field;
  }
  for (const name of Object.keys(facts)) {
    if (name in all) shown[name] = all[name];
  }
  if (Array.isArray(all['prices']))
    shown['prices'] = all['prices'].filter((price) => isOwnPrice(price, Number(record[idField])));
  return { shown, names };
}

/** A save of the price table names the prices of many materials. */
const isOwnPrice = (price: unknown, id: number): boolean =>
  isObject(price) && (price['materialId'] === undefined || price['materialId'] === id);
