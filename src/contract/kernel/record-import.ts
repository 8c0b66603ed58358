import * as z from 'zod/mini';
import type { Column, Endpoint } from './endpoint.ts';
import { text, wholeParam } from './fields.ts';
import { exportFormat, file, onOffColumn } from './record-endpoints.ts';
import { jumpFlag } from '../prices/price-jumps.ts';
import type { ImportResource } from './permissions.ts';

export interface ImportColumn {
  head: string;
  /** `day`: `YYYY-MM-DD` or ''. `choice`: one of `values`. `name`: another record's name. `names`: several, separated by 、. */
  type: 'text' | 'number' | 'day' | 'choice' | 'name' | 'names';
  /** How a cell with 15 % is read: as 15 for `percent`, as 0.15 for `factor`; without a unit, it is an error. */
  unit?: 'percent' | 'factor';
  /** The values of a choice, with their labels in the file. */
  values?: Readonly<Record<string, string>>;
  /** The values of the choice are numbers. */
  isNumeric?: true;
  /** Files from before this column existed may lack it; the key then has an empty value for it. */
  mayBeMissing?: true;
  /** Required for a new record. */
  isRequired?: true;
  /** Shown to the user before choosing a file. */
  hint?: string;
  /** An import cannot change it in existing records. */
  isFixed?: true;
}

/** How a kind of record is imported. */
export interface ImportSpec {
  noun: string;
  /** Columns that together identify a record, for files without ids. */
  key: readonly string[];
  /** The columns by field, in the order of the file. */
  columns: Readonly<Record<string, ImportColumn>>;
}

/** Import columns of the fields in `sortedInput` (record-endpoints.ts). */
export const sortedColumns = {
  sort: { head: '排序', type: 'number', isRequired: true },
  status: { ...onOffColumn, type: 'choice', isNumeric: true, isRequired: true },
  remark: { head: '备注', type: 'text' },
} as const satisfies ImportSpec['columns'];

/** Converts the columns of an import to those of an export. */
export const exportColumns = <C extends ImportSpec['columns']>(columns: C) =>
  Object.fromEntries(
    Object.entries(columns).map(([field, { head, values }]) => [field, values ? { head, values } : head]),
  ) as { [Field in keyof C]: Column };

/** The heading of the id column. Its cell is empty for a new record, and for a record that is found by its key. */
export const ID_HEAD = '编号';

/** The maximum number of rows in a file, not counting the heading. */
export const MAX_IMPORT_ROWS = 500;

const fieldChange = z.object({ head: z.string(), before: z.string(), after: z.string() });
/** `row` counts from 1, including the heading; `name` is the display name of the record. */
const changedRow = z.object({ row: z.number(), name: z.string(), fields: z.array(fieldChange) });

const recordReport = z.object({
  /** A digest of these changes, sent back to apply exactly them; empty when there is nothing to apply. */
  token: z.string(),
  created: z.array(changedRow),
  changed: z.array(changedRow),
  /** The number of rows without changes. */
  unchanged: z.number(),
  /** If there are errors, nothing can be applied. `row` 0 with an empty `column` means the whole file. */
  errors: z.array(z.object({ row: z.number(), column: z.string(), message: z.string() })),
});
export type RecordReport = z.output<typeof recordReport>;

const MAX_FILE_BYTES = 2 * 1024 * 1024;
/** The size limit of a body: a file as base64, plus the other fields. */
export const MAX_IMPORT_BYTES = 3 * 1024 * 1024;

/** The fields that apply a preview: the token from its report, and the file again. */
export const applyFields = {
  token: text('导入编号', { max: 64 }),
  /** `data:<media type>;base64,…`. Outdated pages omit it and get an error that asks to reload. */
  file: z.optional(z.string({ error: '请选择文件' }).check(z.startsWith('data:', { error: '请选择文件' }))),
};

const appliedImport = z.object({
  created: z.number(),
  changed: z.number(),
  /** Initial passwords of new users, shown once; empty for other records. */
  passwords: z.array(z.object({ username: z.string(), password: z.string() })),
});
export type AppliedImport = z.output<typeof appliedImport>;

/**
 * The three endpoints of an import: download a template (optionally with all records to edit), preview a file, and apply it.
 * To create or change records, the caller also needs the permission for that action.
 */
export function importEndpoints<P extends ImportResource>(
  path: `/${string}`,
  permission: P,
  { noun, columns }: ImportSpec,
) {
  return {
    importTemplate: {
      method: 'GET',
      path: `${path}/import/template`,
      summary: `${noun}导入模板`,
      permission: `${permission}:import`,
      query: z.strictObject({
        format: z._default(exportFormat, 'xlsx'),
        /** 1: the template includes the existing records. */
        records: z._default(wholeParam('现有数据', { min: 0, max: 1 }), 0),
      }),
      columns: Object.fromEntries(Object.entries(columns).map(([field, { head }]) => [field, head])),
      data: file,
      answer: 'file',
    },
    /** The body is the .xlsx or .csv file itself. */
    importFile: {
      method: 'POST',
      path: `${path}/import`,
      summary: `导入${noun}（预览）`,
      permission: `${permission}:import`,
      upload: 'table',
      maxBytes: MAX_FILE_BYTES,
      msg: '已读取文件',
      data: recordReport,
    },
    applyImport: {
      method: 'POST',
      path: `${path}/import/apply`,
      summary: `导入${noun}`,
      permission: `${permission}:import`,
      msg: '导入成功',
      /**
       * 409 `import.expired` when the file would no longer make the previewed changes; 409 `price.jump` when prices jump and
       * `confirmJumps` is missing.
       */
      body: z.strictObject({ ...applyFields, ...jumpFlag }),
      maxBytes: MAX_IMPORT_BYTES,
      data: appliedImport,
    },
  } as const satisfies Record<string, Endpoint>;
}
