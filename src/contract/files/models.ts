import * as z from 'zod/mini';
import { MODEL_CHECKS, modelScaleNames, ALL_BODIES } from '#domain/models/model-check.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { idParams, ids, idsBody, text, timestamp, whole, wholeParam } from '../kernel/fields.ts';
import { MAX_FILE_BYTES } from './files.ts';
import type { SentModel } from '../orders/part-item.ts';

const edges = z.tuple([z.number(), z.number(), z.number()]);

/** The domain's `ModelCounts`, in mm, mm² and mm³. */
export const modelCounts = z.object({
  volumeMm3: z.number(),
  areaMm2: z.number(),
  boxMm: edges,
  features: z.optional(
    z.object({
      setups: z.number(),
      holes: z.array(z.object({ diameterMm: z.number(), depthMm: z.number(), count: z.number() })),
      isTurned: z.boolean(),
    }),
  ),
});

/** The server's measurements of a body, in mm, mm² and mm³. */
const measuredBody = z.object({
  /** The index of the body in the file. */
  body: z.number(),
  kind: z.literal(['solid', 'mesh', 'open']),
  name: z.string(),
  count: z.number(),
  volumeMm3: z.number(),
  areaMm2: z.number(),
  /** The bounding box along the axes of the file. */
  boxMm: edges,
  /** The smallest stock box, longest edge first. */
  stockBoxMm: edges,
  /** The figures that charges count; absent for an open surface. */
  counts: z.optional(modelCounts),
  hasThumbnail: z.boolean(),
});

const modelFields = {
  id: z.number(),
  name: z.string(),
  size: z.number(),
  /** `step`, `brep`, `iges`, `stl`, `obj` or `3mf`. */
  format: z.string(),
  /** `unmeasured`: the server could not measure it, so it needs a manual review. */
  status: z.literal(['waiting', 'measured', 'unmeasured']),
  /** Why the model could not be measured: a `ReadingFailure`, `crashed` or `abandoned`. */
  failure: z.nullable(z.string()),
  /** How many times the model has been measured. */
  measurings: z.number(),
  /** Whether the file was deleted after the shop's retention period; the measurements are kept. */
  isDeleted: z.boolean(),
};

const model = z.object({
  ...modelFields,
  /** The unit that the file declares; null if it declares none. */
  unit: z.nullable(z.string()),
  bodies: z.array(measuredBody),
  /** All bodies of the file as one part; absent for a file with one body. */
  whole: z.optional(measuredBody),
});
export type Model = z.output<typeof model>;

/** The model of an order's part, with the browser's and the server's figures. */
export const orderModel = z.object({
  ...modelFields,
  /** Line number of the part. */
  lineNo: z.number(),
  /** The index of the body in the file; 200 for all its bodies as one part. */
  body: z.number(),
  /** The name of the body in the file; may be empty. */
  bodyName: z.string(),
  /** The number of bodies in the file, including equal ones; 0 until the file is measured. */
  bodies: z.number(),
  /** The unit that the file declares, such as `mm` or `in`; null if it declares none. */
  unit: z.nullable(z.string()),
  scale: z.literal(modelScaleNames),
  /** The figures from the customer's browser. */
  sent: z.object({ volumeMm3: z.number(), boxMm: edges, isTurned: z.boolean() }),
  /** The server's measurements, scaled; null while waiting, or if the body cannot be measured. */
  measured: z.nullable(
    z.object({
      volumeMm3: z.number(),
      areaMm2: z.number(),
      boxMm: edges,
      /** The figures that charges count; absent for an open surface. */
      counts: z.optional(modelCounts),
      /** False for meshes measured before the server checked their walls, and for several bodies as one part. */
      isWallChecked: z.boolean(),
    }),
  ),
  /** Findings according to the shop's limits. A `hold` needs a manual review. */
  findings: z.array(
    z.object({
      severity: z.literal(['hold', 'advice', 'fact']),
      text: z.string(),
      /** A change to the part that would resolve the finding; empty if there is none. */
      help: z.string(),
    }),
  ),
  hasThumbnail: z.boolean(),
  check: z.literal([...MODEL_CHECKS]),
  /** The review by staff; null if there is none. Customers get an empty reason. */
  acknowledged: z.nullable(z.object({ userName: z.string(), at: timestamp, reason: z.string() })),
});
export type OrderModel = z.output<typeof orderModel>;

/** The refetch interval, in ms, for an order with these models; false if none is being measured. */
export const measuringRefetchMs = (
  models: readonly Pick<OrderModel, 'status' | 'isDeleted'>[],
): number | false =>
  models.some(({ status, isDeleted }) => status === 'waiting' && !isDeleted) ? 4_000 : false;

/** Whether the model needs a manual review before the order is confirmed. */
export const needsModelReview = ({ check, acknowledged }: OrderModel): boolean =>
  check !== 'equal' && acknowledged === null;

/** The findings that staff must see before the order is confirmed; none after staff have acknowledged the model. */
export const unacknowledgedHolds = ({ findings, acknowledged }: OrderModel): OrderModel['findings'] =>
  acknowledged === null ? findings.filter(({ severity }) => severity === 'hold') : [];

/**
 * A line's model as a request sends it, for a copy or a revision of the order. Empty if the line has no model, or if the model's
 * file is deleted, because the shop could not make the part without it.
 */
export function sentModelOf(models: readonly OrderModel[], lineNo: number): { model?: SentModel } {
  const lineModel = models.find((model) => model.lineNo === lineNo);
  if (!lineModel || lineModel.isDeleted) return {};
  const { id, body, scale, sent } = lineModel;
  return { model: { id, body, scale, ...sent } };
}

const bodyParams = z.strictObject({
  ...idParams.shape,
  body: wholeParam('实体', { min: 0, max: ALL_BODIES }),
});

export const models = {
  /**
   * Uploads one model in the form field `file` and measures it in the background. Settings limit formats and size; `maxBytes` is
   * the largest size that they can allow.
   */
  upload: {
    method: 'POST',
    path: '/model',
    summary: '上传三维模型',
    permission: 'mfr:quote:add',
    upload: 'form',
    maxBytes: MAX_FILE_BYTES,
    msg: '上传成功',
    data: model,
  },
  /** This endpoint and the next two are open to the owner, and to users who may see an order with this model. */
  one: {
    method: 'GET',
    path: '/model/:id',
    summary: '三维模型',
    permission: 'mfr:order:query',
    params: idParams,
    data: model,
  },
  download: {
    method: 'GET',
    path: '/model/:id/file',
    summary: '下载三维模型',
    permission: 'mfr:order:query',
    params: idParams,
    answer: 'stored',
    data: z.null(),
  },
  thumbnail: {
    method: 'GET',
    path: '/model/:id/thumbnail/:body',
    summary: '三维模型缩略图',
    permission: 'mfr:order:query',
    params: bodyParams,
    answer: 'stored',
    data: z.null(),
  },
  /** Measures a model again, which cancels earlier acknowledgements. */
  measure: {
    method: 'POST',
    path: '/model/:id/measure',
    summary: '重新测量三维模型',
    permission: 'mfr:model:measure',
    msg: '已开始测量',
    params: idParams,
    data: model,
  },
  /** Deletes the caller's own models that belong to no order. */
  remove: {
    method: 'DELETE',
    path: '/model',
    summary: '删除三维模型',
    permission: 'mfr:quote:add',
    body: idsBody,
    data: ids,
  },
  /**
   * Acknowledges the model of a part whose figures differ or could not be measured, so that the order may be confirmed. 409
   * `record.changed` if `measurings` has changed, because the model has been measured again.
   */
  acknowledge: {
    method: 'POST',
    path: '/order/:id/model',
    summary: '核对三维模型',
    permission: 'mfr:model:acknowledge',
    msg: '已记录核对结果',
    params: idParams,
    body: z.strictObject({
      lineNo: whole('零件', { min: 1 }),
      measurings: whole('测量次数'),
      reason: text('核对说明', { max: 500 }),
      version: whole('版本号', { min: 1 }),
    }),
    data: z.array(orderModel),
  },
} as const satisfies Endpoints;
