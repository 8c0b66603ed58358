import * as z from 'zod/mini';
import type { PartItem } from '#domain/pricing/types.ts';
import { materialMissingMessage } from '#domain/process-tree/process-tree.ts';
import {
  choice,
  id,
  measure,
  millimetres,
  optionalText,
  personName,
  phone,
  whole,
} from '../kernel/fields.ts';
import { modelScaleNames, ALL_BODIES } from '#domain/models/model-check.ts';

const processKey = /^process_[1-9]\d{0,9}$/;
export const MAX_ITEMS = 200;
const MAX_SELECTIONS = 50;
/** The limit of drawings and models per part. */
export const MAX_PART_FILES = 10;

/** The model of a part with the browser's measurements, which the server verifies. */
export const sentModel = z.strictObject({
  /** Id of an upload to `/model`. */
  id,
  /** Index of the body in the file; default: 0. `ALL_BODIES` means all bodies together. */
  body: z.optional(whole('实体', { max: ALL_BODIES })),
  /** The factor that converts the file's figures to mm. */
  scale: z.optional(choice('单位换算', modelScaleNames)),
  /** Volume of the body after scaling; 0 for an open surface. */
  volumeMm3: z
    .number({ error: '体积必须是数字' })
    .check(z.gte(0, { error: '体积不能小于0' }), z.lte(1e12, { error: '体积不能大于1000000000000' })),
  /** The edges of its smallest stock box, after scaling. */
  boxMm: z.tuple([measure('外形尺寸', 1e5), measure('外形尺寸', 1e5), measure('外形尺寸', 1e5)], {
    error: '外形尺寸应为三个数字',
  }),
  /** The part is round and cut from a bar. */
  isTurned: z.optional(z.boolean({ error: '是否车削件必须是 true 或 false' })),
  /** The browser's checks require a manual review; counts until the server has measured the model. */
  isHeld: z.optional(z.boolean({ error: '是否需人工核对必须是 true 或 false' })),
});
export type SentModel = z.output<typeof sentModel>;

const knownFields = {
  name: z.optional(optionalText('零件名称', 60)),
  material: z
    .int({
      error: (issue) =>
        issue.input === undefined || issue.input === null ? materialMissingMessage : '材料必须是材料编号',
    })
    .check(z.gte(1, { error: materialMissingMessage })),
  num: whole('数量', { min: 1, max: 1_000_000 }),
  length: millimetres('长度'),
  width: millimetres('宽度'),
  height: millimetres('高度'),
  remark: z.optional(optionalText('备注', 500)),
  /** Uploads; they do not affect the price. */
  fileIds: z.optional(
    z.array(id, { error: '附件必须是列表' }).check(
      z.maxLength(MAX_PART_FILES, { error: `一个零件最多${MAX_PART_FILES}个附件` }),
      z.refine((ids) => new Set(ids).size === ids.length, { error: '附件重复' }),
    ),
  ),
  /** Does not affect the price. */
  model: z.optional(sentModel),
  /** The stock size that staff chose; ignored if the part does not fit. Does not affect the price. */
  stockSizeId: z.optional(id),
};

/** Fields that a default configuration's GET adds to an item. They are accepted and dropped, so that it can be sent back. */
const ignoredFields = {
  cncPrice: z.optional(z.record(z.string(), z.number(), { error: '加工基价必须是各材料分类的数字' })),
  origin: z.optional(choice('来源', ['user', 'company', 'system', 'none'])),
};
const acceptedFields = { ...knownFields, ...ignoredFields };

/** Adds an issue for each key that is neither a known field nor a well-formed `process_{id}` selection. */
function checkSelections(payload: z.core.ParsePayload<Record<string, unknown>>) {
  let selections = 0;
  for (const [key, value] of Object.entries(payload.value)) {
    if (Object.hasOwn(acceptedFields, key)) continue;
    const issue = selectionIssue(key, value);
    if (issue) payload.issues.push({ code: 'custom', message: issue, path: [key], input: payload.value });
    else selections += 1;
  }
  if (selections > MAX_SELECTIONS) {
    payload.issues.push({
      code: 'custom',
      message: `最多选择${MAX_SELECTIONS}个工艺`,
      path: [],
      input: payload.value,
    });
  }
}

function selectionIssue(key: string, value: unknown): string | undefined {
  if (!processKey.test(key)) return '不支持的字段';
  const result = id.safeParse(value);
  return result.success ? undefined : '工艺选项必须是选项编号';
}

export type QuotationItem = PartItem & {
  name?: string;
  remark?: string;
  fileIds?: number[];
  model?: SentModel;
  stockSizeId?: number;
};

/** One part of a quotation: material, quantity, size, and `process_{id}: optionId` for each process. */
export const quotationItem = z.pipe(
  z.looseObject(acceptedFields).check(checkSelections),
  z.transform(({ cncPrice: _prices, origin: _origin, ...item }): QuotationItem => item as QuotationItem),
);

export const quotationItems = z
  .array(quotationItem, { error: (issue) => (issue.input === undefined ? '请添加零件' : '零件必须是列表') })
  .check(
    z.minLength(1, { error: '请至少添加一个零件' }),
    z.maxLength(MAX_ITEMS, { error: `一次最多报价${MAX_ITEMS}个零件` }),
  );

/** The delivery contact; the setting `order.contact` decides which fields are required. */
export const contactFields = {
  contactName: personName('联系人', { min: 0, max: 60 }),
  contactPhone: phone('联系电话'),
  address: optionalText('收货地址', 200),
};

/** Delivery contact and remark; all optional. */
export const contact = {
  ...z.partial(z.object(contactFields)).shape,
  remark: z.optional(optionalText('客户备注', 500)),
};
