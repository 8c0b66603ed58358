import * as z from 'zod/mini';
import type { Column, Endpoint } from './endpoint.ts';
import { text, wholeParam } from './fields.ts';
import { exportFormat, file, onOffColumn } from './record-endpoints.ts';
import { jumpFlag } from '../prices/price-jumps.ts';
import type { ImportResource } from './permissions.ts';

/** A column of an import's file. */
export interface ImportColumn {
  head: string;
  /**
   * `day`: `YYYY-MM-DD`, '' for none. `choice`: one of `values`. `name`: the name of another record, looked up. `names`: several,
   * separated by 、
   */
  type: 'text' | 'number' | 'day' | 'choice' | 'name' | 'names';
  /** For a number: in percent, so that a cell with 15 % is 15; or a factor, so that it is 0.15. Others have no percentages. */
  unit?: 'percent' | 'factor';
  /** The values of a choice with the words that the file has. */
  values?: Readonly<Record<string, string>>;
  /** The values of the choice are numbers. */
  isNumeric?: true;
  /** For the key: empty in files that lack the column, which were made before it existed. */
  mayBeMissing?: true;
  /** A new record needs it. */
  isRequired?: true;
  /** Shown with the column before a file is chosen. */
  hint?: string;
  /** Only for new records: a change is refused. */
  isFixed?: true;
}

/** Records that can be imported: the columns of the file by field, in order. */
export interface ImportSpec {
  noun: string;
  /** Columns whose values together name a record, for files without ids. */
  key: readonly string[];
  columns: Readonly<Record<string, ImportColumn>>;
}

/** The columns of `listedInput`. */
export const listedColumns = {
  sort: { head: '排序', type: 'number', isRequired: true },
  status: { ...onOffColumn, type: 'choice', isNumeric: true, isRequired: true },
  remark: { head: '备注', type: 'text' },
} as const satisfies ImportSpec['columns'];

/** The same columns in an export. */
export const exportColumns = <C extends ImportSpec['columns']>(columns: C) =>
  Object.fromEntries(
    Object.entries(columns).map(([field, { head, values }]) => [field, values ? { head, values } : head]),
  ) as { [Field in keyof C]: Column };

/** Names the record; empty for one that is found by its key, or new. */
export const ID_HEAD = '编号';

/** Rows of one file, without its heads. */
export const MAX_IMPORT_ROWS = 500;

const fieldChange = z.object({ head: z.string(), before: z.string(), after: z.string() });
/** `row` counts from 1, the heads included; `name` names the record for users. */
const changedRow = z.object({ row: z.number(), name: z.string(), fields: z.array(fieldChange) });

const recordReport = z.object({
  /** The digest of these changes, which applies them as long as they are the same; empty when there is nothing to apply. */
  token: z.string(),
  created: z.array(changedRow),
  changed: z.array(changedRow),
  /** The number of rows equal to their records. */
  unchanged: z.number(),
  /** Nothing can be applied while there are any. `row` 0 and an empty `column` mean the whole file. */
  errors: z.array(z.object({ row: z.number(), column: z.string(), message: z.string() })),
});
export type RecordReport = z.output<typeof recordReport>;

const MAX_FILE_BYTES = 2 * 1024 * 1024;
/** As base64 in a body, with room for its other fields. */
export const MAX_SENT_BYTES = 3 * 1024 * 1024;

/** Applies a preview: the token of its report, and its file again. */
export const previewed = {
  token: text('导入编号', { max: 64 }),
  /** `data:<media type>;base64,…`. Missing in requests of outdated pages; they get an error that asks to reload. */
  file: z.optional(z.string({ error: '请选择文件' }).check(z.startsWith('data:', { error: '请选择文件' }))),
};

const applied = z.object({
  created: z.number(),
  changed: z.number(),
  /** First passwords of new users, shown once; empty for other records. */
  passwords: z.array(z.object({ username: z.string(), password: z.string() })),
});
export type AppliedImport = z.output<typeof applied>;

/**
 * The three calls of an import: a file with the heads (or with all records, to be edited), the preview of a file, and
 * applying the same file. Creating and changing also need the permissions of these actions.
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
        /** 1: with all records. */
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
      body: z.strictObject({ ...previewed, ...jumpFlag }),
      maxBytes: MAX_SENT_BYTES,
      data: applied,
    },
  } as const satisfies Record<string, Endpoint>;
}
