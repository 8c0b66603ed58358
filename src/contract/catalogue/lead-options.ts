import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { orderLead } from './lead-classes.ts';

export const leadOptions = {
  /**
   * 标准 (id 0) and the lead classes that the caller may choose or meet, for selects: those that are on, those of orders within the
   * data scope, and all of them for who may list classes. The slowest first.
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
