import {
  stockSizeImport,
  stockSizes,
  type StockSizeInput,
  type StockSizeRecord,
} from '#contract/catalogue/stock-sizes.ts';
import {
  STOCK_FORMS,
  stockFormLabels,
  stockFormMeasures,
  type StockMeasure,
} from '#domain/stock/stock-size.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { inputMatches, optionsOf, sortAndStatusFields } from '../common-fields.ts';

/** The form shows only the dimensions of the chosen stock form; the others are saved as absent. */
const formHas = (measure: StockMeasure) =>
  inputMatches('form', STOCK_FORMS, (form) =>
    [...stockFormMeasures[form].needed, ...stockFormMeasures[form].limits].includes(measure),
  );

export const stockSize = defineResource<StockSizeRecord, StockSizeInput>()({
  name: 'stock-size',
  path: '/admin/stock-sizes',
  label: '毛坯规格',
  permission: 'mfr:stockSize',
  endpoints: stockSizes,
  imports: { spec: stockSizeImport, endpoints: stockSizes },
  id: 'id',
  title: 'name',
  fields: {
    id: { type: 'int', label: '编号', width: 90 },
    name: { type: 'text', label: '规格', width: 160 },
    form: {
      type: 'enum',
      numeric: false,
      options: optionsOf(stockFormLabels, {
        plate: 'blue',
        flatBar: 'cyan',
        squareBar: 'purple',
        roundBar: 'gold',
      }),
      width: 88,
      initial: 'plate',
      fromFilter: true,
    },
    materialTag: {
      type: 'dict',
      dictType: 'material_tag',
      blank: '全部材料',
      hint: '留空则用于全部材料',
      fromFilter: true,
    },
    thickness: { type: 'decimal', unit: 'mm', width: 96, when: formHas('thickness') },
    width: {
      type: 'decimal',
      unit: 'mm',
      width: 96,
      when: formHas('width'),
      hint: '方棒为边长；板材可留空，即不限',
    },
    diameter: { type: 'decimal', unit: 'mm', width: 96, when: formHas('diameter') },
    length: {
      type: 'decimal',
      unit: 'mm',
      width: 110,
      when: formHas('length'),
      hint: '整张板或整根棒的长度，零件不能更长；留空则不限',
    },
    ...sortAndStatusFields('停用后不再用于新的报价，已有订单不变'),
  },
  list: {
    columns: [
      'id',
      'name',
      'form',
      'materialTag',
      'thickness',
      'width',
      'diameter',
      'length',
      'sort',
      'status',
      'remark',
      'updatedAt',
    ],
    filters: ['form', 'materialTag', 'status'],
    hidden: ['id', 'sort', 'remark', 'updatedAt'],
    important: ['name', 'materialTag', 'status', 'length'],
  },
  cloning: { renamed: [], cleared: ['thickness', 'diameter'] },
  removalEffect: '删除后，新的报价不再使用这些规格；已有订单中零件的毛坯不变。',
});
