import * as z from 'zod/mini';
import { byKey } from '#domain/pick.ts';
import { STOCK_FORMS, stockFormLabels } from '#domain/stock/stock-size.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { choice, millimetres, optionalText, wholeParam } from '../kernel/fields.ts';
import { sortable, textFilter } from '../kernel/paging.ts';
import { sortedInput, sortedRecord, recordEndpoints } from '../kernel/record-endpoints.ts';
import { exportColumns, importEndpoints, sortedColumns, type ImportSpec } from '../kernel/record-import.ts';
import { stockSizeFields } from '../orders/stock-plan.ts';

/** Limited, because the quotation page reads all sizes at once. */
export const MAX_STOCK_SIZES = 1000;

/** A dimension in mm; null or absent if the form has no such dimension, or if it is unlimited. */
const measure = (label: string) => z._default(z.nullable(millimetres(label)), null);

const input = {
  form: choice('形状', STOCK_FORMS),
  /** A value of the dictionary `material_tag`; empty for all materials. */
  materialTag: z._default(optionalText('材料分类', 60), ''),
  thickness: measure('厚度'),
  width: measure('宽度'),
  diameter: measure('直径'),
  /** The length of the plate or bar as bought. */
  length: measure('标准长度'),
  ...sortedInput,
};
export type StockSizeInput = z.output<z.ZodMiniObject<typeof input>>;

export const stockSizeImport = {
  noun: '毛坯规格',
  key: ['form', 'materialTag', 'thickness', 'width', 'diameter', 'length'],
  columns: {
    form: {
      head: '形状',
      type: 'choice',
      values: stockFormLabels,
      isRequired: true,
    },
    materialTag: { head: '材料分类', type: 'name', hint: '分类的名称，如 铝合金；留空为全部材料' },
    thickness: { head: '厚度 mm', type: 'number', hint: '板材与扁条' },
    width: { head: '宽度 mm', type: 'number', hint: '扁条与方棒；板材可留空' },
    diameter: { head: '直径 mm', type: 'number', hint: '圆棒' },
    length: { head: '标准长度 mm', type: 'number', hint: '留空为不限' },
    ...sortedColumns,
  },
} as const satisfies ImportSpec;

export const stockSizes = {
  ...recordEndpoints({
    path: '/stock-size',
    noun: '毛坯规格',
    permission: 'mfr:stockSize',
    filters: {
      form: z.optional(choice('形状', STOCK_FORMS)),
      /** Matches exactly. */
      materialTag: textFilter('材料分类'),
      status: z.optional(wholeParam('状态', { min: 1, max: 2 })),
      ...sortable(
        'id',
        'form',
        'materialTag',
        'thickness',
        'width',
        'diameter',
        'sort',
        'status',
        'updatedAt',
      ),
    },
    input,
    /** `name` describes the size. */
    record: { ...stockSizeFields, name: z.string(), ...sortedRecord },
    columns: { name: '规格', ...exportColumns(stockSizeImport.columns) },
  }),
  ...importEndpoints('/stock-size', 'mfr:stockSize', stockSizeImport),
  /** The enabled sizes in display order, and the allowances in mm per side, for the quotation page. */
  table: {
    method: 'GET',
    path: '/stock-size/table',
    summary: '毛坯规格表',
    permission: 'mfr:material:list',
    data: z.object({
      sizes: z.array(z.object(stockSizeFields)),
      allowances: z.object(byKey(STOCK_FORMS, () => z.number())),
    }),
  },
} as const satisfies Endpoints;
export type StockSizeRecord = z.output<(typeof stockSizes)['one']['data']>;
