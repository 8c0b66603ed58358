import type { CrudFilter } from '@refinedev/core';
import type { ReactElement, ReactNode } from 'react';
import type { Field, Row } from './field.ts';

export interface FilterControl<Q> {
  /** Connects the control with its label. */
  id: string;
  value: Q | undefined;
  onChange(this: void, value: Q | undefined): void;
}

/** The filter of a field type: its control, and its representation in the URL and in the query. */
export interface FieldFilter<F extends Field, Q> {
  control(field: F, props: FilterControl<Q>): ReactElement;
  /** Parses the URL parameter; undefined for invalid text, so that a bad link does not filter wrongly. */
  parse(text: string, field: F): Q | undefined;
  format(value: Q): string;
  /** Why nothing can match, in Chinese; undefined for a valid value. */
  problem?(value: Q): string | undefined;
  /** Refine's filters, whose fields and values are the wire's query parameters. */
  query(name: string, value: Q, field: F): CrudFilter[];
}

export interface InputContext {
  name: string;
  record?: Row;
}

/**
 * The behaviour of a field type. `V` is the value on the wire, `I` the form input, `Q` the filter. Converting `V` to `I`
 * and back must be lossless.
 */
export interface FieldType<F extends Field = Field, V = unknown, I = unknown, Q = unknown> {
  text(value: V, field: F, record: Row): string;
  /** For a table; default: the text. */
  cell?(value: V, field: F, record: Row): ReactNode;
  /** For a detail view; default: as in a table. */
  detail?(value: V, field: F, record: Row): ReactNode;
  /** The form adds id, value and onChange. */
  input(field: F, context?: InputContext): ReactElement;
  /** Default: the value on the wire. */
  toInput?(value: V, field: F): I;
  /** Undefined for an empty input. */
  fromInput?(input: I, field: F): V | undefined;
  /** The prop that receives the value; default: `value`. */
  valueProp?: 'checked';
  filter?: FieldFilter<F, Q>;
  /** Column width in pixels; default: a share of the remaining width. */
  width?: number;
  align?: 'right';
}
