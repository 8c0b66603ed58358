import * as z from 'zod/mini';
import type { Column, Endpoint } from './endpoint.ts';
import { choice, id, idParams, ids, idsBody, recordEdit, whole } from './fields.ts';
import { page, pageQuery } from './paging.ts';
import type { CrudResource } from './permissions.ts';

type Shape = z.core.$ZodShape;

interface RecordResource<
  P extends CrudResource,
  F extends Shape,
  I extends Shape,
  R extends Shape,
  C extends Shape,
> {
  path: `/${string}`;
  /** The noun in the summaries: 岗位. */
  noun: string;
  permission: P;
  /** Filters and sort parameters of the list. */
  filters: F;
  /** The writable fields. */
  input: I;
  /** Further fields that only a new record takes. */
  onCreate?: C;
  /** The record as it is read. */
  record: R;
  /** Another shape of the bodies of create and update. */
  reads?: Endpoint['reads'];
  /** Columns of the export by field, in order. */
  columns: { readonly [K in keyof R]?: Column };
}

/** The file formats of an export. */
export const exportFormat = choice('导出格式', ['xlsx', 'csv']);

/** An export answers a file instead of the envelope; failures still use the envelope. */
export const file = z.custom<Uint8Array | string>();

/** The six endpoints of an editable resource, of the same shape everywhere. */
export function recordEndpoints<
  P extends CrudResource,
  F extends Shape,
  I extends Shape,
  R extends Shape,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- no further fields is what it means
  C extends Shape = Record<never, never>,
>({
  path,
  noun,
  permission,
  filters,
  input,
  onCreate,
  record,
  reads,
  columns,
}: RecordResource<P, F, I, R, C>) {
  const data = z.object(record);
  return {
    list: {
      method: 'GET',
      path,
      summary: `${noun}列表`,
      permission: `${permission}:list`,
      query: pageQuery(filters),
      data: page(data),
    },
    one: {
      method: 'GET',
      path: `${path}/:id`,
      summary: `${noun}详情`,
      permission: `${permission}:query`,
      params: idParams,
      data,
    },
    create: {
      method: 'POST',
      path,
      summary: `新增${noun}`,
      permission: `${permission}:add`,
      body: z.strictObject({ ...input, ...onCreate } as I & C),
      ...(reads && { reads }),
      data: id,
    },
    update: {
      method: 'PUT',
      path: `${path}/:id`,
      summary: `修改${noun}`,
      permission: `${permission}:edit`,
      params: idParams,
      body: recordEdit({ ...input, version: whole('版本号', { min: 1 }) }, record),
      ...(reads && { reads }),
      data,
    },
    remove: {
      method: 'DELETE',
      path,
      summary: `删除${noun}`,
      permission: `${permission}:remove`,
      body: idsBody,
      data: ids,
    },
    export: {
      method: 'GET',
      path: `${path}/export`,
      summary: `导出${noun}`,
      permission: `${permission}:export`,
      query: exportQuery(filters),
      columns,
      data: file,
      answer: 'file',
    },
  } as const satisfies Record<string, Endpoint>;
}

/** The list's filters without paging, plus the format. */
export function exportQuery<F extends Shape>(filters: F) {
  return z.strictObject({ format: z._default(exportFormat, 'xlsx'), ...filters });
}

/** Author and times of a record; every editable record ends with these. */
export const recordTail = {
  version: z.number(),
  createBy: z.number(),
  updateBy: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

/** Export column of a `status` that is 2 on, 1 off. */
export const onOffColumn = { head: '状态', values: { 2: '正常', 1: '停用' } } as const;
