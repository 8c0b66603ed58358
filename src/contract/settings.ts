import * as z from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

export const settings = {
  /** The public settings, by key: product name, feedback address, whether a captcha is asked for. */
  appConfig: {
    method: 'GET',
    path: '/app-config',
    summary: '公开参数',
    permission: 'public',
    data: z.record(z.string(), z.string()),
  },
} as const satisfies Endpoints;
