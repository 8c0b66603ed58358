import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';

/** The public settings, in a separate file because the storefront starts with them. */
export const appConfig = {
  /** By key: product name, feedback URL, whether a captcha is required and mail is on. `sys_app_name` is go-admin's product name. */
  read: {
    method: 'GET',
    path: '/app-config',
    summary: '公开参数',
    permission: 'public',
    data: z.record(z.string(), z.string()),
  },
} as const satisfies Endpoints;
