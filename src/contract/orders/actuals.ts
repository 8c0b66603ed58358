import * as z from 'zod/mini';
import { COST_PERMISSION } from '../catalogue/costs.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { decimal, id, idParams, optionalText, orNull, timestamp, whole, yuan } from '../kernel/fields.ts';

/** This figure and the next two are for all pieces of a line. */
export const actualHours = decimal('实际工时', { min: 0, max: 100_000, decimals: 2 });
export const actualKg = decimal('实际用料', { min: 0, max: 1_000_000, decimals: 3 });
export const actualFee = yuan('实际费用');
const MAX_FEES = 50;

const lineActual = z.object({
  lineNo: z.number(),
  /** Machine hours for all pieces; null: not entered. */
  hours: z.nullable(z.number()),
  /** Cost of a machine hour in yuan when the hours were entered; null if unknown. */
  hourCost: z.nullable(z.number()),
  /** kg for all pieces; null: not entered. */
  kg: z.nullable(z.number()),
  /** Yuan for all pieces, by option. */
  fees: z.array(z.object({ optionId: z.number(), amount: z.number() })),
  note: z.string(),
  byName: z.string(),
  updatedAt: timestamp,
  version: z.number(),
});
export type LineActual = z.output<typeof lineActual>;

const newActual = z.strictObject({
  lineNo: whole('零件', { min: 1 }),
  hours: orNull(actualHours),
  kg: orNull(actualKg),
  fees: z._default(
    z
      .array(z.strictObject({ optionId: id, amount: actualFee }), { error: '实际费用必须是列表' })
      .check(z.maxLength(MAX_FEES, { error: `实际费用最多${MAX_FEES}项` })),
    [],
  ),
  note: z._default(optionalText('备注', 500), ''),
  /** The version that the editor saw; 0 if there was no entry. */
  version: whole('版本号'),
});
export type NewActual = z.output<typeof newActual>;

/** The actual hours, material and fees of lines; only for staff. */
export const actuals = {
  /** The entries for the lines of the current revision. */
  ofOrder: {
    method: 'GET',
    path: '/order/:id/actual',
    summary: '订单的实际工时与用料',
    permission: COST_PERMISSION,
    params: idParams,
    data: z.array(lineActual),
  },
  /**
   * Replaces the entry of a line; an empty one removes it, and `data` is null. 409 `order.illegal_move` before production, 409
   * `record.changed` when another user has changed the entry.
   */
  save: {
    method: 'PUT',
    path: '/order/:id/actual',
    summary: '录入实际工时与用料',
    permission: 'mfr:cost:actual',
    msg: '已保存',
    params: idParams,
    body: newActual,
    data: z.nullable(lineActual),
  },
} as const satisfies Endpoints;
