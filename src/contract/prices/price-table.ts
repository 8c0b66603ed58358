import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { decimal, id, text, yuan } from '../kernel/fields.ts';
import { jumpFlag } from './price-jumps.ts';
import { conflictingDrafts } from './conflicting-drafts.ts';
import { exportQuery, file } from '../kernel/record-endpoints.ts';

/** Yuan per piece. */
export const cellPrice = yuan('价格');
export const cellDays = decimal('天数', { min: 0, max: 365, decimals: 2 });

/** null: no price. */
export const cellValue = z.nullable(z.object({ price: z.number(), time: z.number() }));
export type CellValue = z.output<typeof cellValue>;

const cellEdit = z.nullable(z.strictObject({ price: cellPrice, time: cellDays }));

/** A change: the value that the editor saw, and the new one. */
export const cellChange = z.strictObject({ materialId: id, optionId: id, before: cellEdit, after: cellEdit });
export type CellChange = z.output<typeof cellChange>;

export const MAX_CELLS = 30_000;

/** The changes of one save. */
export const changedCells = z
  .array(cellChange)
  .check(
    z.minLength(1, { error: '没有要保存的价格' }),
    z.maxLength(MAX_CELLS, { error: `一次最多保存${MAX_CELLS}个价格` }),
  );

const conflict = z.object({ materialId: z.number(), optionId: z.number(), current: cellValue });

/** `data` of `price.conflict`: the cells that another user has changed. */
export const cellConflicts = z.object({ conflicts: z.array(conflict) });
export type CellConflicts = z.output<typeof cellConflicts>;

/** A change with the names of its material and option. */
export const namedChange = z.object({
  materialId: z.number(),
  optionId: z.number(),
  materialName: z.string(),
  optionName: z.string(),
  before: cellValue,
  after: cellValue,
});

const importReport = z.object({
  changes: z.array(namedChange),
  /** The number of unchanged cells. */
  unchanged: z.number(),
  /** Invalid cells; if there are any, nothing can be applied. `row` counts from 1. */
  errors: z.array(z.object({ row: z.number(), column: z.string(), message: z.string() })),
});
export type ImportReport = z.output<typeof importReport>;

/** `meets`: conflicting scheduled drafts, for callers who may see drafts. */
const saveResult = z.object({ saved: z.number(), meets: conflictingDrafts });

export const priceTable = {
  /** Options are in the order of the tree; `cells` are `[materialId, optionId, price, time]`. */
  read: {
    method: 'GET',
    path: '/price-table',
    summary: '价目总表',
    permission: 'mfr:price:list',
    revision: 'catalogue',
    data: z.object({
      materials: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          materialTag: z.string(),
          /** Options that staff price manually (需人工), so they need no price. */
          manualOptions: z.array(z.number()),
        }),
      ),
      options: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          processId: z.number(),
          processName: z.string(),
          /** The materials for which the option can be chosen; null: all. */
          materialIds: z.nullable(z.array(z.number())),
        }),
      ),
      cells: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
    }),
  },
  /**
   * All or nothing: 409 `price.conflict` with the current values when a cell's value is no longer `before`, 409
   * `price.jump` without `confirmJumps` when prices jump.
   */
  save: {
    method: 'PUT',
    path: '/price-table',
    summary: '修改价目总表',
    permission: 'mfr:price:edit',
    body: z.strictObject({
      cells: changedCells,
      ...jumpFlag,
    }),
    maxBytes: 8 * 1024 * 1024,
    data: saveResult,
  },
  /** Previews the changes of a file. The body is the .xlsx or .csv file. */
  import: {
    method: 'POST',
    path: '/price-table/import',
    summary: '导入价目总表（预览）',
    permission: 'mfr:price:import',
    upload: 'table',
    maxBytes: 8 * 1024 * 1024,
    msg: '已读取文件',
    data: importReport,
  },
  /** Saves the changes of a preview, like `save`. Outdated pages send only a token and get an error that asks to reload. */
  apply: {
    method: 'POST',
    path: '/price-table/import/apply',
    summary: '导入价目总表',
    permission: 'mfr:price:import',
    msg: '导入成功',
    body: z
      .strictObject({
        cells: z.optional(changedCells),
        token: z.optional(text('导入编号', { max: 64 })),
        ...jumpFlag,
      })
      .check(z.refine(({ cells, token }) => (cells ?? token) !== undefined, { error: '没有要保存的价格' })),
    maxBytes: 8 * 1024 * 1024,
    data: saveResult,
  },
  export: {
    method: 'GET',
    path: '/price-table/export',
    summary: '导出价目总表',
    permission: 'mfr:price:export',
    query: exportQuery({}),
    data: file,
    answer: 'file',
  },
} as const satisfies Endpoints;
export type PriceTable = z.output<(typeof priceTable)['read']['data']>;
