import type { Field, KindName, Row } from './field.ts';
import { changes } from './changes.tsx';
import { custom } from './custom.tsx';
import { bool, enumeration } from './choice.tsx';
import { dict } from './dict.tsx';
import type { Kind } from './kind.ts';
import { decimal, int, money } from './number.tsx';
import { image, json, tags } from './other.tsx';
import { password } from './password.tsx';
import { key, ref, refs } from './reference.tsx';
import { longText, text } from './text.tsx';
import { date, dateTime } from './time.tsx';
import { treeRef } from './tree-reference.tsx';

const kinds: Readonly<Record<KindName, Kind>> = {
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

/** What the field's kind does. */
export function kindOf(field: Field): Kind {
  return kinds[field.kind];
}

/** Is there nothing to show? Zero and false are something. */
export function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** A record's value as plain text, '' when there is none. */
export function textOf(field: Field, name: string, record: Row): string {
  const value = record[name];
  return isBlank(value) ? '' : kindOf(field).text(value, field, record);
}
