import * as z from 'zod/mini';
import { byKey } from '#domain/pick.ts';
import type { Column, Endpoint } from './endpoint.ts';
import {
  choice,
  id,
  idParams,
  ids,
  idsBody,
  labelOf,
  onOff,
  optionalText,
  recordEdit,
  version,
  whole,
} from './fields.ts';
import { compose, dropFields } from './foreign-fields.ts';
import { page, pageQuery } from './paging.ts';
import type { CrudResource, EditableResource } from './permissions.ts';

type Shape = z.core.$ZodShape;
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- it stands for no additional fields
type NoFields = Record<never, never>;

interface EditSpec<P extends EditableResource, I extends Shape, R extends Shape> {
  path: `/${string}`;
  /** What the summaries call a record, e.g. 岗位. */
  noun: string;
  permission: P;
  /** The writable fields. */
  input: I;
  /** The record in responses. */
  record: R;
  /** See `Endpoint`; applies to create and update. */
  convertBody?: Endpoint['convertBody'];
}

interface ListSpec<
  P extends CrudResource,
  F extends Shape,
  I extends Shape,
  R extends Shape,
  C extends Shape,
  U extends Shape,
> extends EditSpec<P, I, R> {
  /** Additional fields of a new record. */
  onCreate?: C;
  /** Additional fields of a change. */
  onUpdate?: U;
  /** Filters and sort parameters of the list. */
  filters: F;
  /** Columns of the export by field, in order. */
  columns: { readonly [K in keyof R]?: Column };
}

/** The file formats of an export. */
export const exportFormat = choice('导出格式', ['xlsx', 'csv']);

/** An export returns a file instead of the envelope; failures still use the envelope. */
export const file = z.custom<Uint8Array | string>();

/** The six endpoints of an editable resource. */
export function recordEndpoints<
  P extends CrudResource,
  F extends Shape,
  I extends Shape,
  R extends Shape,
  C extends Shape = NoFields,
  U extends Shape = NoFields,
>({ filters, columns, onCreate, onUpdate, ...resource }: ListSpec<P, F, I, R, C, U>) {
  const { path, noun, permission, input, record } = resource;
  return {
    list: {
      method: 'GET',
      path,
      summary: `${noun}列表`,
      permission: `${permission}:list`,
      query: pageQuery(filters),
      data: page(z.object(record)),
    },
    ...editEndpoints(resource, {
      created: { ...input, ...onCreate } as object as Omit<I, keyof C> & C,
      changed: { ...input, ...onUpdate } as I & U,
      listed: record,
    }),
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

/** The endpoints to read, create, edit and remove the nodes of a tree. A new parent moves the whole branch. */
export function treeEndpoints<P extends EditableResource, I extends Shape, R extends Shape>(
  resource: EditSpec<P, I, R>,
) {
  const { input, record } = resource;
  const listed = { ...record, children: z.unknown() };
  return editEndpoints(resource, { created: input, changed: input, listed });
}

interface EditShapes<C extends Shape, U extends Shape> {
  /** The fields of a new record. */
  created: C;
  /** The fields of a change, without the version. */
  changed: U;
  /** The fields of a record in lists. Create and update accept and drop those that are not writable. */
  listed: Shape;
}

/** Makes the sort order of a new record default to 0, which places it among the first. */
const withSort = <C extends Shape>(created: C): C =>
  created['sort'] === undefined
    ? created
    : { ...created, sort: z._default(created['sort'] as z.ZodMiniType, 0) };

function editEndpoints<
  P extends EditableResource,
  I extends Shape,
  R extends Shape,
  C extends Shape,
  U extends Shape,
>(
  { path, noun, permission, record, convertBody }: EditSpec<P, I, R>,
  { created, changed, listed }: EditShapes<C, U>,
) {
  const data = z.object(record);
  const readOnly = Object.keys(listed).filter((field) => !(field in created));
  return {
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
      body: z.strictObject(withSort(created)),
      convertBody: compose(convertBody, dropFields(...readOnly)),
      data: id,
    },
    update: {
      method: 'PUT',
      path: `${path}/:id`,
      summary: `修改${noun}`,
      permission: `${permission}:edit`,
      params: idParams,
      body: recordEdit({ ...changed, version }, listed),
      ...(convertBody && { convertBody }),
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
  } as const satisfies Record<string, Endpoint>;
}

/** A query with the filters of a list and the file format; an export is not paged. */
export function exportQuery<F extends Shape>(filters: F) {
  return z.strictObject({ format: z._default(exportFormat, 'xlsx'), ...filters });
}

/** The last fields of every editable record. */
export const auditFields = {
  version: z.number(),
  createBy: z.number(),
  updateBy: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

/** The fields of records that can be sorted and disabled. */
export const sortedInput = {
  sort: whole('排序', { min: 0, max: 9999 }),
  status: onOff,
  remark: z._default(optionalText('备注', 500), ''),
};
export const sortedRecord = { sort: z.number(), status: z.number(), remark: z.string(), ...auditFields };

/** The export column of a `status`, where 2 means on and 1 means off. */
export const onOffColumn = { head: '状态', values: { 2: '正常', 1: '停用' } } as const;

/** Export columns for all fields, in order, with their labels as headings. */
export const labelColumns = <I extends Shape>(input: I): Record<keyof I & string, string> =>
  byKey(Object.keys(input) as (keyof I & string)[], (name) => labelOf(input[name]) ?? name);
