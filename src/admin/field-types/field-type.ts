import type { CrudFilter } from '@refinedev/core';
import type { ReactElement, ReactNode } from 'react';
import type { Field, Row } from './field.ts';

export interface FilterControl<Q> {
  /** For the label. */
  id: string;
  value: Q | undefined;
  onChange(this: void, value: Q | undefined): void;
}

/** How a field type filters: its control, and the filter's way into the address and to the server. */
export interface FieldFilter<F extends Field, Q> {
  control(field: F, props: FilterControl<Q>): ReactElement;
  /** From the address; undefined when the text is no such value, so that a foreign link filters nothing wrongly. */
  parse(text: string, field: F): Q | undefined;
  format(value: Q): string;
  /** Refine's filters, whose fields and values are the wire's query parameters. */
  query(name: string, value: Q, field: F): CrudFilter[];
}

/** What an input stands for: a field by its name, and the record that is edited. */
export interface InputOf {
  name: string;
  record?: Row;
}

/**
 * Everything that a field type does. `V` is the value on the wire, `I` the value inside the form's input, `Q` that of
 * the filter. A form turns `V` into `I` and back without loss.
 */
export interface FieldType<F extends Field = Field, V = unknown, I = unknown, Q = unknown> {
  /** The value as plain text. */
  text(value: V, field: F, record: Row): string;
  /** The value in a table; its text unless given. */
  cell?(value: V, field: F, record: Row): ReactNode;
  /** The value where there is room for all of it; as in a table unless given. */
  whole?(value: V, field: F, record: Row): ReactNode;
  /** The input; the form gives it id, value and onChange. */
  input(field: F, of?: InputOf): ReactElement;
  toInput(value: V, field: F): I;
  /** Undefined when nothing was entered. */
  fromInput(input: I, field: F): V | undefined;
  /** The form's property that the input reads; `value` unless given. */
  valueProp?: 'checked';
  filter?: FieldFilter<F, Q>;
  /** Of columns, in pixels; undefined shares the rest. */
  width?: number;
  align?: 'right';
}
