import type { Endpoint } from '#contract/endpoint.ts';

/** A record as the generated screens see it: what it holds is told by its descriptor. */
export type Row = Readonly<Record<string, unknown>>;

interface Base {
  /** Column head, form label and, in messages, the name of the field. */
  label: string;
  /** A sentence under the input. */
  hint?: string;
  /** Column width in pixels; by kind unless given. */
  width?: number;
}

export interface TextField extends Base {
  kind: 'text';
  initial?: string;
}
export interface LongTextField extends Base {
  kind: 'longText';
  initial?: string;
}
export interface IntField extends Base {
  kind: 'int';
  initial?: number;
  /** Written after the number: 天, 件. */
  unit?: string;
}
/** Yuan on the wire: a number, or text with two decimals where `wire` says so. */
export interface MoneyField extends Base {
  kind: 'money';
  wire?: 'text';
  initial?: number | string;
}
export interface BoolField extends Base {
  kind: 'bool';
  /** What a true value is called, and marked with, in lists. */
  mark?: string;
  initial?: boolean;
}
export interface EnumOption {
  label: string;
  /** Grey unless given. */
  color?: 'green' | 'blue' | 'orange' | 'red';
}
export interface EnumField<V extends string | number = string | number> extends Base {
  kind: 'enum';
  /** One entry for each value that the wire knows. */
  options: Readonly<Record<V, EnumOption>>;
  /** Set when the wire carries numbers: the keys of `options` are text at run time. */
  numeric: V extends number ? true : false;
  initial?: V;
}
/** A calendar day, `YYYY-MM-DD`. */
export interface DateField extends Base {
  kind: 'date';
  initial?: string;
}
/** An instant, RFC 3339; shown and entered in Shanghai time. */
export interface DateTimeField extends Base {
  kind: 'dateTime';
  initial?: string;
}
/** The id of a record of another list. */
export interface RefField extends Base {
  kind: 'ref';
  /** The list that the choices come from. */
  source: Endpoint;
  /** The property of a choice that is stored, and the one that is shown and searched. */
  sourceId: string;
  sourceLabel: string;
  /** The property of this record that already carries the name, e.g. `deptName` for `deptId`. */
  nameIn?: string;
  initial?: number;
}
/** The address of a picture. */
export interface ImageField extends Base {
  kind: 'image';
  initial?: string;
}
export interface TagsField extends Base {
  kind: 'tags';
  initial?: readonly string[];
}
export interface JsonField extends Base {
  kind: 'json';
  initial?: unknown;
}
/** What a write changed: `{field: [before, after]}`, and facts beside. Shown, never entered. */
export interface ChangesField extends Base {
  kind: 'changes';
  initial?: undefined;
}

/** The closed union of kinds. */
export type Field =
  | TextField
  | LongTextField
  | IntField
  | MoneyField
  | BoolField
  | EnumField
  | DateField
  | DateTimeField
  | RefField
  | ImageField
  | TagsField
  | JsonField
  | ChangesField;

export type KindName = Field['kind'];

/** The field that a kind's name stands for. */
export type FieldOfKind<K extends KindName> = Extract<Field, { kind: K }>;

/** The kinds that may present a value of this type. */
export type FieldFor<V> = [V] extends [boolean]
  ? BoolField
  : [V] extends [number]
    ? IntField | (MoneyField & { wire?: never }) | RefField | EnumField<V>
    : [V] extends [string]
      ? | TextField
        | LongTextField
        | DateField
        | DateTimeField
        | ImageField
        | (MoneyField & { wire: 'text' })
        | EnumField<V>
      : [V] extends [readonly string[]]
        ? TagsField | JsonField
        : JsonField | ChangesField;
