import { isObject } from '#providers/browser-storage.ts';
import type { Field, Row } from '../field-types/field.ts';
import { nameProperty } from '../field-types/name-property.ts';
import type { Resource } from './define-resource.ts';

type Labels = Readonly<Record<string, Pick<Field, 'label'>>>;

/** Logged properties that are not fields of the record. */
const facts: Labels = {
  reason: { label: '原因' },
  copyOf: { label: '复制自' },
  manualOptions: { label: '需人工的选项' },
};

/**
 * The changes of an operation to one record, with the labels of its screen. References are shown by their text instead of
 * their ids; prices of other records are omitted.
 */
export function historyChanges(
  { fields, id: idField, keyedChanges }: Pick<Resource, 'fields' | 'id' | 'keyedChanges'>,
  record: Row,
  logged: unknown,
): { shownChanges: Readonly<Record<string, unknown>>; names: Labels } {
  const changes = isObject(logged) ? logged : {};
  const ownChange = keyedChanges && changes[String(record[keyedChanges.by])];
  const allChanges = keyedChanges && ownChange ? { ...changes, [keyedChanges.field]: ownChange } : changes;
  const shownChanges: Record<string, unknown> = {};
  const names: Record<string, Pick<Field, 'label'>> = { ...facts };
  for (const [name, field] of Object.entries(fields)) {
    const textField = nameProperty(field);
    const key = textField !== undefined && textField in allChanges ? textField : name;
    if (!(key in allChanges)) continue;
    // Skips facts such as the record's `id`.
    if (!Array.isArray(allChanges[key])) continue;
    shownChanges[key] = allChanges[key];
    names[key] = field;
  }
  for (const name of Object.keys(facts)) {
    if (name in allChanges) shownChanges[name] = allChanges[name];
  }
  if (Array.isArray(allChanges['prices']))
    shownChanges['prices'] = allChanges['prices'].filter((price) =>
      isOwnPrice(price, Number(record[idField])),
    );
  return { shownChanges, names };
}

/** False for the price of another material: the log of the price table contains the prices of many. */
const isOwnPrice = (price: unknown, id: number): boolean =>
  isObject(price) && (price['materialId'] === undefined || price['materialId'] === id);
