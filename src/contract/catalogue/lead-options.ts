import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { orderLead } from './lead-classes.ts';

export const leadOptions = {
  /**
   * The choices for selects, slowest first: 标准 (id 0), the enabled lead classes, and those of orders within the caller's data
   * scope. Callers who may list lead classes get all of them.
   */
  list: {
    method: 'GET',
    path: '/lead-class/options',
    summary: '交期档位选择',
    permission: 'session',
    data: z.array(orderLead),
  },
} as const satisfies Endpoints;
export type LeadOption = z.output<(typeof leadOptions)['list']['data']>[number];
