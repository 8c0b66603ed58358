import type { Field } from './field.ts';

/** The property with the text of a reference, by the name of the field with its ids. */
export function wordsOf(field: Field): string | undefined {
  if (field.type === 'ref' || field.type === 'treeRef') return field.nameIn;
  return field.type === 'refs' || field.type === 'custom' ? field.namesIn : undefined;
}
