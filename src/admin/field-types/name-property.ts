import type { Field } from './field.ts';

/** The property of the record that contains the name of the referenced record, or their names. */
export function nameProperty(field: Field): string | undefined {
  if (field.type === 'ref' || field.type === 'treeRef') return field.nameIn;
  return field.type === 'refs' || field.type === 'custom' ? field.namesIn : undefined;
}
