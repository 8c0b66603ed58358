import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';

/** The public settings: apart from the others, because the storefront starts with them. */
export const appConfig = {
  /**
   * The public settings by key: product name, feedback address, whether a captcha is required and mail is sent. `sys_app_name` is the product name as in
   * go-admin.
   */
  read: {
    method: 'GET',
    path: '/app-config',
    summary: '公开参数',
    permission: 'public',
    data: z.record(z.string(), z.string()),
  },
} as const satisfies Endpoints;
