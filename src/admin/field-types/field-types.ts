import { byKey, keysOf } from '#domain/pick.ts';
import type { Field, FieldTypeName, Row } from './field.ts';
import { changes } from './changes.tsx';
import { custom } from './custom.tsx';
import { bool, enumeration } from './choice.tsx';
import { dict } from './dict.tsx';
import type { FieldType } from './field-type.ts';
import { decimal, int, money } from './number.tsx';
import { image, json, password, tags } from './other.tsx';
import { key, ref, refs } from './reference.tsx';
import { longText, text } from './text.tsx';
import { date, dateTime } from './time/time.tsx';
import { treeRef } from './tree/tree-reference.tsx';

const declared: Readonly<Record<FieldTypeName, FieldType>> = {
  text,
  longText,
  int,
  decimal,
  money,
  bool,
  enum: enumeration,
  dict,
  date,
  dateTime,
  ref,
  refs,
  key,
  treeRef,
  password,
  custom,
  image,
  tags,
  json,
  changes,
};

type Conversions = Required<Pick<FieldType, 'toInput' | 'fromInput'>>;

const unchanged: Conversions = { toInput: (value) => value, fromInput: (input) => input };

const fieldTypes = byKey(keysOf(declared), (name): FieldType & Conversions => ({
  ...unchanged,
  ...declared[name],
}));

export const fieldTypeOf = (field: Field) => fieldTypes[field.type];

/** Zero and false are not blank. */
export function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** A record's value as plain text; '' if it is blank. */
export function textOf(field: Field, name: string, record: Row): string {
  const value = record[name];
  return isBlank(value) ? '' : fieldTypeOf(field).text(value, field, record);
}
