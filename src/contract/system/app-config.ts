import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';

/** The public settings, in a separate file because the storefront loads them at startup. */
export const appConfig = {
  /**
   * By key: product name, feedback URL, whether a captcha is required, whether mail is on. `sys_app_name` repeats the
   * product name under go-admin's key.
   */
  read: {
    method: 'GET',
    path: '/app-config',
    summary: '公开参数',
    permission: 'public',
    data: z.record(z.string(), z.string()),
  },
} as const satisfies Endpoints;
