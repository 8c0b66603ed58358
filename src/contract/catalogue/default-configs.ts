import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { deptParam, forUserQuery, id } from '../kernel/fields.ts';
import { quotationItem } from '../orders/part-item.ts';

/**
 * `cncPrice` has yuan by material tag, merged from system and company; `origin` says whose configuration this is. The
 * other fields are `process_{id}` selections.
 */
export const defaultConfig = z.catchall(
  z.object({
    origin: z.literal(['user', 'company', 'system', 'none']),
    material: z.nullable(z.number()),
    num: z.number(),
    length: z.number(),
    width: z.number(),
    height: z.number(),
    cncPrice: z.record(z.string(), z.number()),
  }),
  z.unknown(),
);

export const defaultConfigs = {
  effective: {
    method: 'GET',
    path: '/material_process/default_config',
    summary: '默认材料与工艺配置',
    permission: 'mfr:quote:add',
    query: forUserQuery,
    data: defaultConfig,
  },
  saveOwn: {
    method: 'POST',
    path: '/material_process/default_config',
    summary: '保存本人默认配置',
    permission: 'mfr:defaultConfig:edit',
    msg: '保存成功',
    body: quotationItem,
    data: z.null(),
  },
  /** The configuration of a company, or the system's (`deptId` 0); null if there is none. */
  company: {
    method: 'GET',
    path: '/material_process/company_default_config',
    summary: '公司默认配置',
    permission: 'mfr:defaultConfig:company',
    query: z.strictObject({ deptId: z._default(deptParam('公司', { min: 0 }), 0) }),
    data: z.nullable(z.catchall(z.object({ material: z.number(), num: z.number() }), z.unknown())),
  },
  /** Without `deptId`, saves the configuration of the caller's own company; with `system: true`, the system's. */
  saveCompany: {
    method: 'POST',
    path: '/material_process/company_default_config',
    summary: '保存公司默认配置',
    permission: 'mfr:defaultConfig:company',
    msg: '保存成功',
    body: z.strictObject({
      item: quotationItem,
      deptId: z.optional(id),
      system: z.optional(z.boolean()),
    }),
    /** Also accepts the flat item of `saveOwn`, with `deptId` and `system` among its fields. */
    convertBody: (body) => {
      if (typeof body !== 'object' || body === null || Array.isArray(body) || 'item' in body) return body;
      const { deptId, system, ...item } = body as Record<string, unknown>;
      const target = { ...(deptId !== undefined && { deptId }), ...(system !== undefined && { system }) };
      return 'material' in item ? { item, ...target } : body;
    },
    data: z.null(),
  },
} as const satisfies Endpoints;
