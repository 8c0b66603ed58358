import * as z from 'zod/mini';
import type { Column, Endpoint } from './endpoint.ts';
import { text, wholeParam } from './fields.ts';
import { exportFormat, file, onOffColumn } from './record-endpoints.ts';
import { jumpFlag } from '../prices/price-jumps.ts';
import type { ImportResource } from './permissions.ts';

export interface ImportColumn {
  head: string;
  /** `day`: `YYYY-MM-DD` or ''. `choice`: one of `values`. `name`: the name of another record. `names`: several, separated by 、 */
  type: 'text' | 'number' | 'day' | 'choice' | 'name' | 'names';
  /** The value of a cell with 15 %: 15 for `percent`, 0.15 for `factor`; an error without a unit. */
  unit?: 'percent' | 'factor';
  /** The values of a choice, with their labels in the file. */
  values?: Readonly<Record<string, string>>;
  /** The values of the choice are numbers. */
  isNumeric?: true;
  /** Files created before the column existed lack it; then it is empty in the key. */
  mayBeMissing?: true;
  /** Required for a new record. */
  isRequired?: true;
  /** Shown before a file is chosen. */
  hint?: string;
  /** Cannot be changed. */
  isFixed?: true;
}

/** How a kind of record is imported. */
export interface ImportSpec {
  noun: string;
  /** Columns that together identify a record, for files without ids. */
  key: readonly string[];
  /** By field, in order. */
  columns: Readonly<Record<string, ImportColumn>>;
}

/** The columns of `sortedInput`. */
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

/** The column with the id; empty for a new record, and for one that is found by its key. */
export const ID_HEAD = '编号';

/** Rows of a file, without the heading. */
export const MAX_IMPORT_ROWS = 500;

const fieldChange = z.object({ head: z.string(), before: z.string(), after: z.string() });
/** `row` counts from 1, including the heading; `name` is the display name of the record. */
const changedRow = z.object({ row: z.number(), name: z.string(), fields: z.array(fieldChange) });

const recordReport = z.object({
  /** A digest of these changes, which must not differ when they are applied; empty when there is nothing to apply. */
  token: z.string(),
  created: z.array(changedRow),
  changed: z.array(changedRow),
  /** The number of rows without changes. */
  unchanged: z.number(),
  /** With errors, nothing can be applied. `row` 0 and an empty `column` mean the whole file. */
  errors: z.array(z.object({ row: z.number(), column: z.string(), message: z.string() })),
});
export type RecordReport = z.output<typeof recordReport>;

const MAX_FILE_BYTES = 2 * 1024 * 1024;
/** For a file as base64 and the other fields of a body. */
export const MAX_IMPORT_BYTES = 3 * 1024 * 1024;

/** The fields to apply a preview: the token of its report, and its file. */
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
 * The three endpoints of an import: a template (optionally with all records, to be edited), the preview of a file, and applying it.
 * Creating and changing records also need the permissions of these actions.
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
        /** 1: with the existing records. */
        records: z._default(wholeParam('现有数据', { min: 0, max: 1 }), 0),
      }),
      columns: Object.fromEntries(Object.entries(columns).map(([field, { head }]) => [field, head])),
      data: file,
      answer: 'file',
    },
    /** The body is the .xlsx or .csv itself. */
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
       * 409 `import.expired` when the file no longer makes the changes of the preview, `price.jump` without `confirmJumps`
       * when prices jump.
       */
      body: z.strictObject({ ...applyFields, ...jumpFlag }),
      maxBytes: MAX_IMPORT_BYTES,
      data: appliedImport,
    },
  } as const satisfies Record<string, Endpoint>;
}
