import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { jumpFlag } from '../prices/price-jumps.ts';
import { deptParam, recordEdit, text, timestamp, whole, yuan } from '../kernel/fields.ts';

export const machiningPrice = z.object({
  materialTag: z.string(),
  /** Yuan per piece. */
  price: z.number(),
  /** `company`: agreed with the caller's company; `system`: the default. */
  origin: z.literal(['company', 'system']),
  updatedAt: timestamp,
});

const agreedPrice = z.object({
  materialTag: z.string(),
  price: z.number(),
  version: z.number(),
  updatedAt: timestamp,
});
export type AgreedPrice = z.output<typeof agreedPrice>;

export const machiningPrices = {
  /** The prices that apply to the caller: those agreed with the caller's company, otherwise the system's. */
  list: {
    method: 'GET',
    path: '/machining-price',
    summary: '加工基价',
    permission: 'mfr:machiningPrice:list',
    revision: 'catalogue',
    data: z.array(machiningPrice),
  },
  /** The prices of one company; department 0 is the system. */
  agreed: {
    method: 'GET',
    path: '/machining-price/agreed',
    summary: '协议价',
    permission: 'mfr:machiningPrice:query',
    query: z.strictObject({ deptId: z._default(deptParam('公司', { min: 0 }), 0) }),
    data: z.array(agreedPrice),
  },
  companies: {
    method: 'GET',
    path: '/machining-price/companies',
    summary: '有协议价的公司',
    permission: 'mfr:machiningPrice:query',
    data: z.array(z.object({ deptId: z.number(), deptName: z.string(), count: z.number() })),
  },
  /**
   * Saves all prices or none. A `price` of null ends an agreement; a `version` of 0 creates a row. 409 `price.jump` without
   * `confirmJumps`, if the price that applies jumps; without an agreement the system's price applies.
   */
  save: {
    method: 'PUT',
    path: '/machining-price',
    summary: '修改加工基价',
    permission: 'mfr:machiningPrice:edit',
    body: z.strictObject({
      deptId: whole('公司', { min: 0 }),
      prices: z
        .array(
          recordEdit(
            {
              materialTag: text('材料分类', { max: 60 }),
              price: z.nullable(yuan('加工基价')),
              version: whole('版本号', { min: 0 }),
            },
            agreedPrice.shape,
          ),
        )
        .check(
          z.minLength(1, { error: '没有要保存的价格' }),
          z.maxLength(200, { error: '一次最多200个价格' }),
        ),
      ...jumpFlag,
    }),
    data: z.array(agreedPrice),
  },
} as const satisfies Endpoints;
