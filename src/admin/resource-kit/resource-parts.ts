import type { FunctionComponent } from 'react';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { ImportResource, PermissionCode } from '#contract/kernel/permissions.ts';
import type { importEndpoints, ImportSpec, RecordReport } from '#contract/kernel/record-import.ts';
import type { Row } from '../field-types/field.ts';

/* The optional parts of a declared resource, and the props of the components that it may name. */

/** The import of a resource's records: the description of its file, and its three calls. */
export interface ImportSource {
  spec: ImportSpec;
  endpoints: ReturnType<typeof importEndpoints<ImportResource>>;
}

/** The props of an action that the preview of an import has besides applying it. */
export interface ImportActionProps {
  report: RecordReport;
  /** The file as a data URL, which is sent with the token of the report. */
  file: string;
  /** Closes the import and shows what the action wrote. */
  onDone: () => Promise<void>;
}

/** A related page, shown as a tab above the list. */
export interface PageTab {
  path: `/admin/${string}`;
  label: string;
  permission: PermissionCode;
}

/** The props of a component beside a form: the entered values as they would be sent. */
export interface FormAsideProps {
  values: Readonly<Record<string, unknown>>;
  /** The edited record, or the copied one if its copy brings further data; undefined otherwise. */
  saved: Row | undefined;
}

/** The props of an action that a form has besides saving. */
export interface FormActionProps extends FormAsideProps {
  /** Marks invalid inputs; resolves to whether all are valid. */
  check: () => Promise<boolean>;
  /** Closes the form and shows what the action wrote. */
  onDone: () => Promise<void>;
}

/** The state of a list, stored in its address. */
export interface ListState {
  /** From 1. */
  page: number;
  pageSize: number;
  sort?: { field: string; order: 'asc' | 'desc' };
  /** Values by field name, in the form that the field types' filters use. */
  filters: Readonly<Record<string, unknown>>;
}

/** The props of the actions on the chosen rows of a list. */
export interface BulkActionsProps {
  /** The chosen rows, at least one. */
  rows: readonly Row[];
  /** Chooses other rows, after an action. */
  onChoose: (ids: readonly number[]) => void;
}

/** The props of a component below the fields of a record. */
export interface DetailMoreProps {
  record: Row;
}

export interface RecordPanelProps {
  /** 0 when the address names no record. */
  id: number;
  onClose: () => void;
}

/** A further drawer of a record besides form and details, opened from its row. */
export interface RecordPanel {
  /** The path below the record's address. */
  path: string;
  label: string;
  permission: PermissionCode;
  /** The rows that link to it; default: all. */
  isOffered?: (row: Row, userId: number) => boolean;
  Content: FunctionComponent<RecordPanelProps>;
}

/** A link from a row to another page, such as the list of its users. */
export interface RowLink {
  label: string;
  permission: PermissionCode;
  to: (row: Row) => string;
}

/** A switch of each row with a separate permission: 启用 and 停用. */
export interface RowSwitch {
  /** The two-valued field that it switches. */
  field: string;
  on: string | number;
  off: string | number;
  /** Takes the record's id, the field and the version. */
  endpoint: Endpoint & { permission: PermissionCode };
  /** Explains the effect of switching off, before it happens. */
  warning: string;
}

/** How a copy starts: the form of a new record with the values of the copied one. */
export interface Cloning<Name extends string = string> {
  /** The names that get 副本. */
  renamed: readonly Name[];
  /** Unique fields, which the user enters again. */
  cleared?: readonly Name[];
  /** Values that replace those of the copied record. */
  values?: Readonly<Partial<Record<Name, unknown>>>;
  /** Further data that the server copies when the body names the record as `copyOf`. */
  brings?: { permission: PermissionCode; note: string };
}

/** Is an action of this row always refused? `userId` is the signed-in user's. */
export interface RowLocks {
  copy?: (row: Row, userId: number) => boolean;
  delete?: (row: Row, userId: number) => boolean;
  switch?: (row: Row, userId: number) => boolean;
}

/** The structure of a resource whose records form a tree. */
export interface TreeShape {
  /** The property of the parent's id (0 for a root), and the one that orders siblings. */
  parent: string;
  order: string;
  /** The initial values of a new child; undefined if the record can have none. */
  child?: (record: Row) => Row | undefined;
}
