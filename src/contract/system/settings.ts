import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { choice, optionalText, recordEdit, text, timestamp, version } from '../kernel/fields.ts';
import { PICTURE_MAX_BYTES, pictureBody, pictureData } from '../files/pictures.ts';
import { entriesToList, dropFields } from '../kernel/foreign-fields.ts';
import { sortable, textFilter } from '../kernel/paging.ts';
import { recordEndpoints, auditFields } from '../kernel/record-endpoints.ts';

const key = text('参数键名', { max: 100 }).check(
  z.regex(/^[A-Za-z][A-Za-z0-9._-]*$/, { error: '参数键名只能由字母、数字和 . _ - 组成，并以字母开头' }),
);
const value = optionalText('参数值', 2000);

/** The parameter table: typed settings and custom parameters. */
export const configs = recordEndpoints({
  path: '/config',
  noun: '参数',
  permission: 'admin:sysConfig',
  filters: {
    configName: textFilter('参数名称'),
    configKey: textFilter('参数键名'),
    configType: z.optional(choice('是否内置', ['Y', 'N'])),
    isFrontend: z.optional(choice('是否公开', ['0', '1'])),
    ...sortable('id', 'configName', 'configKey', 'createdAt'),
  },
  convertBody: dropFields('configType'),
  input: {
    configName: text('参数名称', { max: 100 }),
    configKey: key,
    configValue: value,
    /** "1": readable without a session. */
    isFrontend: choice('是否公开', ['0', '1']),
    remark: z._default(optionalText('备注', 500), ''),
  },
  record: {
    id: z.number(),
    configName: z.string(),
    configKey: z.string(),
    configValue: z.string(),
    /** "Y": a typed setting of the product, which can be neither renamed nor deleted. */
    configType: z.string(),
    isFrontend: z.string(),
    remark: z.string(),
    ...auditFields,
  },
  columns: {
    configName: '参数名称',
    configKey: '参数键名',
    configValue: '参数值',
    isFrontend: { head: '是否公开', values: { 0: '否', 1: '是' } },
    remark: '备注',
  },
});
export type Config = z.output<(typeof configs)['one']['data']>;
export type ConfigInput = z.output<(typeof configs)['create']['body']>;

const typedSetting = z.object({
  configKey: z.string(),
  configName: z.string(),
  configValue: z.string(),
  /** Default value. */
  initial: z.string(),
  group: z.string(),
  /** `whole` and `decimal` have `min` and `max`; `choice` has `options`; the value of a `picture` is a hash. */
  kind: z.literal(['text', 'longText', 'whole', 'decimal', 'days', 'url', 'switch', 'picture', 'choice']),
  /**
   * True if the value is a default number followed by numbers for some material tags: `1, plastic=2`. A save may use
   * labels instead of tags.
   */
  isByTag: z.optional(z.boolean()),
  /** Labels of the values of a choice. */
  options: z.optional(z.record(z.string(), z.string())),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  isFrontend: z.string(),
  remark: z.string(),
  version: z.number(),
  updatedBy: z.string(),
  updatedAt: timestamp,
});
export type TypedSetting = z.output<typeof typedSetting>;

export const settings = {
  typed: {
    method: 'GET',
    path: '/set-config/typed',
    summary: '参数设置',
    permission: 'admin:sysConfigSet:list',
    data: z.array(typedSetting),
  },
  /** The settings by key, for go-admin clients. */
  values: {
    method: 'GET',
    path: '/set-config',
    summary: '参数设置的键值',
    permission: 'admin:sysConfigSet:list',
    data: z.record(z.string(), z.string()),
  },
  /**
   * Saves all values or none; 409 for a stale version. Without a version, as when go-admin clients send values by key, nothing is
   * checked: an old value replaces a newer one.
   */
  save: {
    method: 'PUT',
    path: '/set-config',
    summary: '修改参数设置',
    permission: 'admin:sysConfigSet:update',
    body: z
      .array(
        recordEdit({ configKey: key, configValue: value, version: z.optional(version) }, typedSetting.shape),
      )
      .check(
        z.minLength(1, { error: '没有要保存的参数' }),
        z.maxLength(100, { error: '一次最多保存100个参数' }),
      ),
    convertBody: entriesToList('configKey', 'configValue'),
    data: z.array(typedSetting),
  },
  /** Uploads a picture; to use it, save its hash as the value of a setting. */
  uploadPicture: {
    method: 'POST',
    path: '/set-config/picture',
    summary: '上传参数图片',
    permission: 'admin:sysConfigSet:update',
    msg: '图片已上传，保存参数后生效',
    body: pictureBody,
    maxBytes: PICTURE_MAX_BYTES,
    data: z.extend(pictureData, { hash: z.string() }),
  },
  /** The current picture of a setting. */
  picture: {
    method: 'GET',
    path: '/set-config/picture/:key',
    summary: '参数图片',
    permission: 'admin:sysConfigSet:list',
    params: z.strictObject({ key }),
    data: pictureData,
  },
  byKey: {
    method: 'GET',
    path: '/configKey/:key',
    summary: '按键名查询参数',
    permission: 'session',
    params: z.strictObject({ key }),
    data: z.object({ configKey: z.string(), configValue: z.string() }),
  },
} as const satisfies Endpoints;
