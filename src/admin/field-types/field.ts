import type { ComponentType } from 'react';
import type { DICT_COLOURS } from '#contract/dictionaries.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { PermissionCode } from '#contract/permissions.ts';

/** A record of a declared resource; the descriptor names its fields. */
export type Row = Readonly<Record<string, unknown>>;

interface Base {
  /** Column head, form label and, in messages, the name of the field. */
  label: string;
  /** A sentence under the input. */
  hint?: string;
  /** Column width in pixels; that of the type unless given. */
  width?: number;
  /** Whoever lacks this code sees the input but cannot change it. */
  needs?: PermissionCode;
  /** Does the field belong to a record with these inputs? Elsewhere it is neither shown nor kept. */
  when?: (inputs: Row) => boolean;
  /** A new record starts with what the list is filtered by. */
  fromFilter?: true;
}

export interface TextField extends Base {
  type: 'text';
  initial?: string;
}
export interface LongTextField extends Base {
  type: 'longText';
  initial?: string;
}
export interface IntField extends Base {
  type: 'int';
  initial?: number;
  /** Written after the number: 天, 件. */
  unit?: string;
}
/** A number that may have decimals; how many, its contract says. */
export interface DecimalField extends Base {
  type: 'decimal';
  initial?: number;
  /** Written after the number: 天, mm. */
  unit?: string;
}
/** Yuan on the wire: a number, or text with two decimals where `wire` says so. */
export interface MoneyField extends Base {
  type: 'money';
  wire?: 'text';
  initial?: number | string;
}
export interface BoolField extends Base {
  type: 'bool';
  /** What a true value is called, and marked with, in lists. */
  mark?: string;
  initial?: boolean;
}
/** Of tags; the names are those of the dictionaries. */
export type TagColor = Exclude<(typeof DICT_COLOURS)[number], ''>;

export interface EnumOption {
  label: string;
  /** Grey unless given. */
  color?: TagColor;
}
export interface EnumField<V extends string | number = string | number> extends Base {
  type: 'enum';
  /** One entry for each value that the wire knows. */
  options: Readonly<Record<V, EnumOption>>;
  /** Set when the wire carries numbers: the keys of `options` are text at run time. */
  numeric: V extends number ? true : false;
  initial?: V;
}
/** A value of a dictionary; shown under its label. */
export interface DictField extends Base {
  type: 'dict';
  dictType: string;
  initial?: string;
}
/** A calendar day, `YYYY-MM-DD`. */
export interface DateField extends Base {
  type: 'date';
  initial?: string;
}
/** An instant, RFC 3339; shown and entered in Shanghai time. */
export interface DateTimeField extends Base {
  type: 'dateTime';
  initial?: string;
}
/** The id of a record of another list. */
export interface RefField extends Base {
  type: 'ref';
  /** The list that the choices come from. */
  source: Endpoint;
  /** The property of a choice that is stored, and the one that is shown and searched. */
  sourceId: string;
  sourceLabel: string;
  /** The property of this record that already carries the name, e.g. `deptName` for `deptId`. */
  nameIn?: string;
  initial?: number;
}
/** The ids of several records of another list. */
export interface RefsField extends Base {
  type: 'refs';
  source: Endpoint;
  sourceId: string;
  sourceLabel: string;
  /** The property of this record that carries the names, in the same order. */
  namesIn?: string;
  /** What the list's endpoint calls the filter by one of them; the field's own name unless given. */
  filterBy?: string;
  initial?: readonly number[];
}
/** The key of a record of another list: text. */
export interface KeyField extends Base {
  type: 'key';
  source: Endpoint;
  sourceId: string;
  sourceLabel: string;
  initial?: string;
}
/** The id of a record that stands in a tree. */
export interface TreeRefField extends Base {
  type: 'treeRef';
  /** The whole tree: records with `children`. */
  source: Endpoint;
  sourceId: string;
  sourceLabel: string;
  /** The property of this record that carries the name. */
  nameIn?: string;
  /** The tree is that of these records themselves; none may go below itself. */
  isOwn?: true;
  /** What stands above all of the tree is called; 0 on the wire. No such choice unless given. */
  root?: string;
  /** May a record with these inputs hang below this one (above all: one without properties)? */
  isChoice?: (candidate: Row, inputs: Row) => boolean;
  initial?: number;
}
/** A password to set; no record carries one. */
export interface PasswordField extends Base {
  type: 'password';
  initial?: string;
}
/** What an input of its own is given by the form. */
export interface CustomInputProps<V> {
  id?: string;
  value?: V;
  onChange?(this: void, value: V): void;
  /** The record that is edited; none for a new one. */
  record?: Row;
}
/** A value with an input and a look of its own, each loaded when it is first needed. */
export interface CustomField<V = never> extends Base {
  type: 'custom';
  text: (value: V) => string;
  /** Absent where the field is only shown. */
  input?: () => Promise<ComponentType<CustomInputProps<V>>>;
  /** Its text unless given. */
  cell?: () => Promise<ComponentType<{ value: V; isWhole: boolean }>>;
  initial?: V;
}
/** The address of a picture. */
export interface ImageField extends Base {
  type: 'image';
  initial?: string;
}
export interface TagsField extends Base {
  type: 'tags';
  initial?: readonly string[];
}
export interface JsonField extends Base {
  type: 'json';
  initial?: unknown;
}
/** What a write changed: `{field: [before, after]}`, and facts beside. Shown, never entered. */
export interface ChangesField extends Base {
  type: 'changes';
  /** What people call the fields of the records concerned; the others are shown by their names. */
  names?: (record: Row) => Readonly<Record<string, Pick<Base, 'label'>>>;
  initial?: undefined;
}

/** Every field type. */
export type Field =
  | TextField
  | LongTextField
  | IntField
  | DecimalField
  | MoneyField
  | BoolField
  | EnumField
  | DictField
  | DateField
  | DateTimeField
  | RefField
  | RefsField
  | KeyField
  | TreeRefField
  | PasswordField
  | CustomField
  | ImageField
  | TagsField
  | JsonField
  | ChangesField;

export type FieldTypeName = Field['type'];

/** The field types that may present a value of this type. */
export type FieldFor<V> = [V] extends [boolean]
  ? BoolField
  : [V] extends [number]
    ? IntField | DecimalField | (MoneyField & { wire?: never }) | RefField | TreeRefField | EnumField<V>
    : [V] extends [string]
      ? | TextField
        | LongTextField
        | DictField
        | DateField
        | DateTimeField
        | ImageField
        | KeyField
        | PasswordField
        | CustomField<V>
        | (MoneyField & { wire: 'text' })
        | EnumField<V>
      : [V] extends [readonly string[]]
        ? TagsField | JsonField
        : [V] extends [readonly number[]]
          ? RefsField | CustomField<V>
          : JsonField | ChangesField | CustomField<V>;
