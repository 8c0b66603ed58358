import type { FunctionComponent } from 'react';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { ImportResource, PermissionCode } from '#contract/kernel/permissions.ts';
import type { importEndpoints, ImportSpec, RecordReport } from '#contract/kernel/record-import.ts';
import type { Row } from '../field-types/field.ts';

/* The optional parts of a resource, and the props of its components. */

export interface ImportSource {
  spec: ImportSpec;
  endpoints: ReturnType<typeof importEndpoints<ImportResource>>;
}

/** The props of an additional action of an import preview. */
export interface ImportActionProps {
  report: RecordReport;
  /** The file as a data URL, to send with the token of the report. */
  file: string;
  /** Closes the import and refreshes the list. */
  onDone: () => Promise<void>;
}

export interface PageTab {
  path: `/admin/${string}`;
  label: string;
  permission: PermissionCode;
}

/** The props of a component beside a form. */
export interface FormAsideProps {
  /** The request body for the current input. */
  values: Readonly<Record<string, unknown>>;
  /** The edited record, or the copied one if the server copies further data; undefined otherwise. */
  saved: Row | undefined;
}

/** The props of an additional action of a form. */
export interface FormActionProps extends FormAsideProps {
  /** Marks invalid inputs; resolves to true if all are valid. */
  check: () => Promise<boolean>;
  /** Closes the form and refreshes the list. */
  onDone: () => Promise<void>;
}

/** The state of a list, stored in the URL. */
export interface ListState {
  /** From 1. */
  page: number;
  pageSize: number;
  sort?: { field: string; order: 'asc' | 'desc' };
  /** Values of the field types' filters, by field name. */
  filters: Readonly<Record<string, unknown>>;
}

export interface BulkActionsProps {
  /** At least one. */
  rows: readonly Row[];
  /** Changes the selection after an action. */
  onChoose: (ids: readonly number[]) => void;
}

export interface DetailExtraProps {
  record: Row;
}

export interface RecordPanelProps {
  /** 0 if the URL contains no valid id. */
  id: number;
  onClose: () => void;
}

/** An additional drawer of a record, opened from its row. */
export interface RecordPanel {
  /** Relative to the record's path. */
  path: string;
  label: string;
  permission: PermissionCode;
  /** Default: every row links to the panel. */
  isOffered?: (row: Row, userId: number) => boolean;
  Content: FunctionComponent<RecordPanelProps>;
}

/** A link from a row to another page, such as the list of its users. */
export interface RowLink {
  label: string;
  permission: PermissionCode;
  to: (row: Row) => string;
}

/** Row actions 启用 and 停用 with a separate permission. */
export interface RowSwitch {
  /** The field to switch, which has two values. */
  field: string;
  on: string | number;
  off: string | number;
  /** Its body contains the record's id, the field and the version. */
  endpoint: Endpoint & { permission: PermissionCode };
  /** Explains the effect of switching off, for the confirmation. */
  warning: string;
}

/** The initial values of a copy. */
export interface Cloning<Name extends string = string> {
  /** The fields whose values get the suffix 副本. */
  renamed: readonly Name[];
  /** Unique fields, which the user must enter. */
  cleared?: readonly Name[];
  /** Values that replace those of the copied record. */
  values?: Readonly<Partial<Record<Name, unknown>>>;
  /** Data that the server also copies if the body contains `copyOf`. */
  extras?: { permission: PermissionCode; note: string };
}

/** True if the server always refuses the action for this row. `userId` is that of the signed-in user. */
export interface RowLocks {
  copy?: (row: Row, userId: number) => boolean;
  delete?: (row: Row, userId: number) => boolean;
  switch?: (row: Row, userId: number) => boolean;
}

export interface TreeShape {
  /** The property with the parent's id (0 for a root), and the one with the sort order. */
  parent: string;
  order: string;
  /** The initial values of a new child; undefined if the record cannot have children. */
  child?: (record: Row) => Row | undefined;
}
