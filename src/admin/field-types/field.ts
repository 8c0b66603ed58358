import type { ComponentType } from 'react';
import type { DICT_COLOURS } from '#contract/system/dictionaries.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { PermissionCode } from '#contract/kernel/permissions.ts';

/** A record; the declaration of its resource says which fields it has. */
export type Row = Readonly<Record<string, unknown>>;

interface Base {
  /** Column heading, form label, and the field's name in messages. */
  label: string;
  /** Shown below the input. */
  hint?: string;
  /** Column width in pixels; default: the type's width. */
  width?: number;
  /** Users without this permission see the input but cannot change it. */
  editPermission?: PermissionCode;
  /** False if a record with these inputs does not have the field: the form neither shows nor saves it. */
  when?: (inputs: Row) => boolean;
  /** True if a record with these inputs must have a value, although it is optional in the contract. */
  isNeeded?: (inputs: Row) => boolean;
  /** Shown in lists instead of a missing value; a tag if the value should not be missing. */
  blank?: string | EnumOption;
  /** A tag after the value in lists and details, such as 逾期. */
  flag?: (record: Row) => EnumOption | undefined;
  /** A warning below the input; it does not prevent saving. */
  caution?: (input: unknown) => string | undefined;
  /** The form of a new record starts with the value of the list's filter. */
  fromFilter?: true;
}

export interface TextField extends Base {
  type: 'text';
  /** The placeholder of its filter: `120×60`. */
  example?: string;
  initial?: string;
}
export interface LongTextField extends Base {
  type: 'longText';
  /** Shortens the value in a table; the tooltip and the detail view show it completely. */
  shorten?: (value: string) => string;
  initial?: string;
}
export interface IntField extends Base {
  type: 'int';
  initial?: number;
  /** Shown after the number: 天, 件. */
  unit?: string;
}
/** The contract limits the number of decimals. */
export interface DecimalField extends Base {
  type: 'decimal';
  initial?: number;
  /** Shown after the number: 天, mm. */
  unit?: string;
}
/** Yuan on the wire: a number, or text with two decimals if `wire` is `text`. */
export interface MoneyField extends Base {
  type: 'money';
  wire?: 'text';
  initial?: number | string;
}
export interface BoolField extends Base {
  type: 'bool';
  /** Shown instead of 是: a green tag in lists and details. */
  mark?: string;
  initial?: boolean;
}
export type TagColor = Exclude<(typeof DICT_COLOURS)[number], ''>;

export interface EnumOption {
  label: string;
  /** Default: grey. */
  color?: TagColor;
}
export interface EnumField<V extends string | number = string | number> extends Base {
  type: 'enum';
  options: Readonly<Record<V, EnumOption>>;
  /** The dictionary with labels and colours; `options` are used while it loads. */
  dictType?: string;
  /** The detail view shows the value after its label. */
  showsCode?: true;
  /** True for numbers on the wire: the keys of `options` are strings at run time. */
  numeric: V extends number ? true : false;
  initial?: V;
}
/** A value of a dictionary, shown by its label. */
export interface DictField extends Base {
  type: 'dict';
  dictType: string;
  initial?: string;
}
/** A calendar day, `YYYY-MM-DD`; if the value is an instant, only its date is shown. */
export interface DateField extends Base {
  type: 'date';
  initial?: string;
}
/** An instant, RFC 3339; shown and entered in Shanghai time, to the minute. */
export interface DateTimeField extends Base {
  type: 'dateTime';
  /** Shown to the second. */
  seconds?: boolean;
  /** Filters by `${name}From` and `${name}To`; default: by `beginTime` and `endTime`, which a list has only once. */
  byDay?: true;
  initial?: string;
}
/** The id of a record of another resource. */
export interface RefField extends Base {
  type: 'ref';
  source: Endpoint;
  /** The property of a choice to store, and the one to show and search. */
  sourceId: string;
  sourceLabel: string;
  /** The property of this record that contains the name, e.g. `deptName` for `deptId`. */
  nameIn?: string;
  /** 0 is a valid choice. */
  hasZero?: true;
  initial?: number;
}
/** The ids of several records of another resource. */
export interface RefsField extends Base {
  type: 'refs';
  source: Endpoint;
  sourceId: string;
  sourceLabel: string;
  /** The property of this record that contains the names, in the same order. */
  namesIn?: string;
  /** The query parameter of the filter by one id; default: the field's name. */
  filterBy?: string;
  initial?: readonly number[];
}
/** The text key of a record of another resource. */
export interface KeyField extends Base {
  type: 'key';
  source: Endpoint;
  sourceId: string;
  sourceLabel: string;
  initial?: string;
}
/** The id of a record of a tree. */
export interface TreeRefField extends Base {
  type: 'treeRef';
  /** Returns the whole tree: records with `children`. */
  source: Endpoint;
  sourceId: string;
  sourceLabel: string;
  /** The property of this record that contains the name. */
  nameIn?: string;
  /** The tree is that of this resource itself, so a record cannot be moved below itself. */
  isSelfReference?: true;
  /** The label of the root, which is 0 on the wire; default: the root cannot be chosen. */
  root?: string;
  /** True if a record with these inputs can reference the candidate, which has no properties if it is the root. */
  canChoose?: (candidate: Row, inputs: Row) => boolean;
  initial?: number;
}
/** A password to set; no record contains one. */
export interface PasswordField extends Base {
  type: 'password';
  initial?: string;
}
export interface CustomInputProps<V> {
  id?: string;
  value?: V;
  onChange?(this: void, value: V): void;
  /** The edited record; undefined for a new one. */
  record?: Row;
}
/** A value with a custom input and cell, loaded by `lazyView`. */
export interface CustomField<V = never> extends Base {
  type: 'custom';
  text: (value: V) => string;
  /** The property of this record that contains the names. */
  namesIn?: string;
  /** Undefined for a read-only field. */
  input?: ComponentType<CustomInputProps<V>>;
  /** Default: its text. */
  cell?: ComponentType<{ value: V; isDetail: boolean }>;
  initial?: V;
}
/** The URL of a picture. */
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
export interface LoggedField extends Pick<Base, 'label'> {
  /** The property that contains the value as text. */
  textIn?: string | undefined;
}
/** The changes of a logged operation: `{field: [before, after]}` and further facts. Read-only. */
export interface ChangesField extends Base {
  type: 'changes';
  /** The labels of the logged properties; a property without a label is shown by name. */
  names?: (record: Row) => Readonly<Record<string, LoggedField>>;
  initial?: undefined;
}

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

/** The field types for a value of type `V`. */
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
