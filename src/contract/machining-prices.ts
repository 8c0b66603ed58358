import * as z from 'zod/mini';
import type { Endpoints } from './endpoint.ts';
import { timestamp } from './fields.ts';

export const machiningPrice = z.object({
  materialTag: z.string(),
  /** Yuan per piece. */
  price: z.number(),
  /** Whose price it is: agreed with the caller's company, or the system's. */
  origin: z.literal(['company', 'system']),
  updatedAt: timestamp,
});

export const machiningPrices = {
  /** The prices that hold for the caller: its company's where agreed, otherwise the system's. */
  list: {
    method: 'GET',
    path: '/machining-price',
    summary: '加工基价',
    permission: 'mfr:machiningPrice:list',
    revision: 'catalogue',
    data: z.array(machiningPrice),
  },
} as const satisfies Endpoints;
