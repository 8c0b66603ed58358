import type { CrudFilter } from '@refinedev/core';
import type { ReactElement, ReactNode } from 'react';
import type { Field, Row } from './field.ts';

export interface FilterControl<Q> {
  /** Connects the control with its label. */
  id: string;
  value: Q | undefined;
  onChange(this: void, value: Q | undefined): void;
}

/** How a field type filters: its control, and the filter's form in the address and in the query. */
export interface FieldFilter<F extends Field, Q> {
  control(field: F, props: FilterControl<Q>): ReactElement;
  /** Parses the address; undefined for invalid text, so that a foreign link does not filter wrongly. */
  parse(text: string, field: F): Q | undefined;
  format(value: Q): string;
  /** Why the list would be empty, in Chinese; undefined if it need not be. */
  problem?(value: Q): string | undefined;
  /** Refine's filters, whose fields and values are the wire's query parameters. */
  query(name: string, value: Q, field: F): CrudFilter[];
}

/** The field that an input edits, and its record. */
export interface InputOf {
  name: string;
  record?: Row;
}

/**
 * The behaviour of a field type. `V` is the value on the wire, `I` the value of the form's input, `Q` the value of the
 * filter. A form converts `V` to `I` and back without loss.
 */
export interface FieldType<F extends Field = Field, V = unknown, I = unknown, Q = unknown> {
  /** The value as plain text. */
  text(value: V, field: F, record: Row): string;
  /** The value in a table; default: its text. */
  cell?(value: V, field: F, record: Row): ReactNode;
  /** The value in a detail view; default: as in a table. */
  whole?(value: V, field: F, record: Row): ReactNode;
  /** The input; the form adds id, value and onChange. */
  input(field: F, of?: InputOf): ReactElement;
  /** Default: the input has the value of the wire. */
  toInput?(value: V, field: F): I;
  /** Undefined for an empty input. */
  fromInput?(input: I, field: F): V | undefined;
  /** The form's property that the input reads; default: `value`. */
  valueProp?: 'checked';
  filter?: FieldFilter<F, Q>;
  /** Column width in pixels; undefined shares the remaining width. */
  width?: number;
  align?: 'right';
}
