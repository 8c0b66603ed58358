import * as z from 'zod/mini';
import { modelScaleNames } from '#domain/models/model-check.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { idParams, timestamp } from '../kernel/fields.ts';
import { orderItem } from './order-data.ts';
import { MAX_ITEMS } from './part-item.ts';

const size = (label: string, most = 1e15) =>
  z
    .number({ error: `${label}必须是数字` })
    .check(z.positive({ error: `${label}必须大于0` }), z.maximum(most, { error: `${label}太大` }));
const positive = size('特征数字');
/** A part of 10 m has about 10²¹ mm⁵. */
const moment = size('惯性矩', 1e24);

/** The figures of a part that stay when it is moved, turned, renamed or exported again: `Fingerprint` of the geometry. */
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

/**
 * `same`; `mirrored`: like a left hand and a right one; otherwise the factor by which the new part must be multiplied to
 * be the earlier one.
 */
export const likeness = z.literal(['same', 'mirrored', ...modelScaleNames.filter((name) => name !== '1')]);

/** A part that the same customer or company has ordered before. */
const earlierPart = z.object({
  orderId: z.number(),
  orderNo: z.string(),
  placedAt: timestamp,
  likeness,
  /** As it was sold. */
  item: orderItem,
});
export type EarlierPart = z.output<typeof earlierPart>;

/** Earlier parts shown of each part, the same before mirrored ones, and of these the latest first. */
export const MAX_EARLIER = 3;

export const earlierParts = {
  /**
   * The parts of earlier orders of the caller and the caller's company, as far as the caller sees these orders, for each of these
   * fingerprints. A body without a name or a file: a model need not leave its computer.
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
  /** The same for the measured models of an order's parts, among orders of its customer that were placed before. */
  ofOrder: {
    method: 'GET',
    path: '/order/:id/earlier',
    summary: '订单零件的历史',
    permission: 'mfr:order:query',
    params: idParams,
    data: z.array(z.object({ lineNo: z.number(), earlier: z.array(earlierPart) })),
  },
} as const satisfies Endpoints;
