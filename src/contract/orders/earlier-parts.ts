import * as z from 'zod/mini';
import { modelScaleNames } from '#domain/models/model-check.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { idParams, timestamp } from '../kernel/fields.ts';
import { orderItem } from './order-data.ts';
import { MAX_ITEMS } from './part-item.ts';

const positiveNumber = (label: string, max = 1e15) =>
  z
    .number({ error: `${label}必须是数字` })
    .check(z.positive({ error: `${label}必须大于0` }), z.maximum(max, { error: `${label}太大` }));
const positive = positiveNumber('特征数字');
/** A part 10 m in size has about 10²¹ mm⁵. */
const moment = positiveNumber('惯性矩', 1e24);

/** Figures that stay the same when a part is moved, rotated, renamed or exported again (`Fingerprint` in the geometry code). */
export const fingerprint = z.strictObject({
  precision: z.literal(['exact', 'mesh'], { error: '精度不正确' }),
  volumeMm3: positive,
  areaMm2: positive,
  reachMm: positive,
  momentsMm5: z.tuple([moment, moment, moment], { error: '惯性矩必须是三个数字' }),
  handedness: z
    .number({ error: '特征数字必须是数字' })
    .check(z.minimum(-1e5, { error: '特征数字太小' }), z.maximum(1e5, { error: '特征数字太大' })),
});

/** `same`, `mirrored`, or the factor that scales the new part to the earlier one. */
export const likeness = z.literal(['same', 'mirrored', ...modelScaleNames.filter((name) => name !== '1')]);

/** A part of an earlier order of the same customer or company. */
const earlierPart = z.object({
  orderId: z.number(),
  orderNo: z.string(),
  placedAt: timestamp,
  likeness,
  item: orderItem,
});
export type EarlierPart = z.output<typeof earlierPart>;

/** Limit of earlier parts for each part. Equal parts come first, then scaled, then mirrored; newer before older. */
export const MAX_EARLIER_PARTS = 3;

export const earlierParts = {
  /**
   * For each fingerprint, the parts of earlier orders of the caller and the caller's company, within the data scope. The body has
   * neither names nor files, so that models need not leave the computer.
   */
  find: {
    method: 'POST',
    path: '/model/earlier',
    summary: '查找曾下单的零件',
    permission: 'mfr:order:query',
    readOnly: true,
    msg: '查询成功',
    body: z.strictObject({
      fingerprints: z
        .array(fingerprint, { error: '特征必须是列表' })
        .check(
          z.minLength(1, { error: '没有要查找的零件' }),
          z.maxLength(MAX_ITEMS, { error: `一次最多${MAX_ITEMS}个零件` }),
        ),
    }),
    data: z.array(z.array(earlierPart)),
  },
  /** Does the same for the measured models of an order: searches the orders that its customer placed before. */
  ofOrder: {
    method: 'GET',
    path: '/order/:id/earlier',
    summary: '订单零件的历史',
    permission: 'mfr:order:query',
    params: idParams,
    data: z.array(z.object({ lineNo: z.number(), earlier: z.array(earlierPart) })),
  },
} as const satisfies Endpoints;
