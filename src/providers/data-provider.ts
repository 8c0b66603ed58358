import type {
  BaseRecord,
  CreateParams,
  CreateResponse,
  CrudFilter,
  CrudSort,
  DataProvider,
  DeleteManyParams,
  DeleteManyResponse,
  DeleteOneParams,
  DeleteOneResponse,
  GetListParams,
  GetListResponse,
  GetOneParams,
  GetOneResponse,
  HttpError,
  MetaQuery,
  Pagination,
  UpdateParams,
  UpdateResponse,
} from '@refinedev/core';
import { API_BASE, type Endpoint } from '#contract/endpoint.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import { isObject } from './browser-storage.ts';
import { call } from './http.ts';
import type { Failure, LooseOptions, Result } from './result.ts';

/** A resource's `meta.endpoints`: its calls from the contract. */
interface ResourceEndpoints {
  list?: Endpoint;
  one?: Endpoint;
  create?: Endpoint;
  update?: Endpoint;
  remove?: Endpoint;
}

/** What the data provider reads from a resource's `meta`. */
interface ResourceMeta {
  endpoints: ResourceEndpoints;
  /** The field that holds a record's id; `id` unless given. Rows then get an `id` as Refine wants it. */
  idField?: string;
}

/**
 * Refine's shape of the wire's lists and records. Outcomes are told by the HTTP client; failures reject with status, error name and
 * field errors, except a lost session, after which lists are empty.
 */
export const dataProvider: DataProvider = {
  getApiUrl: () => API_BASE,

  getList: async <T extends BaseRecord>({
    resource,
    pagination,
    filters,
    sorters,
    meta,
  }: GetListParams): Promise<GetListResponse<T>> => {
    const { endpoint, idField } = find(resource, meta, 'list');
    const query = { ...pageParams(pagination), ...filterParams(filters), ...sortParams(sorters) };
    const result = await request(endpoint, { query });
    if (!result.ok && result.code === 401) return { data: [], total: 0 };
    const page = dataOf(result);
    const list =
      isObject(page) && Array.isArray(page['list']) ? page['list'] : Array.isArray(page) ? page : [];
    const count = isObject(page) && typeof page['count'] === 'number' ? page['count'] : list.length;
    return { data: list.map((row) => withId(row, idField) as T), total: count };
  },

  getOne: async <T extends BaseRecord>({ resource, id, meta }: GetOneParams): Promise<GetOneResponse<T>> => {
    const { endpoint, idField } = find(resource, meta, 'one');
    return { data: withId(dataOf(await request(endpoint, { params: { id } })), idField) as T };
  },

  create: async <T extends BaseRecord, V>({
    resource,
    variables,
    meta,
  }: CreateParams<V>): Promise<CreateResponse<T>> => {
    const { endpoint, idField } = find(resource, meta, 'create');
    const created = dataOf(await request(endpoint, { body: variables }));
    return { data: (isObject(created) ? withId(created, idField) : { id: created }) as T };
  },

  /** `variables` is the whole record with its version. */
  update: async <T extends BaseRecord, V>({
    resource,
    id,
    variables,
    meta,
  }: UpdateParams<V>): Promise<UpdateResponse<T>> => {
    const { endpoint, idField } = find(resource, meta, 'update');
    const body = withoutId(variables, idField);
    return { data: withId(dataOf(await request(endpoint, { params: { id }, body })), idField) as T };
  },

  deleteOne: async <T extends BaseRecord, V>({
    resource,
    id,
    meta,
  }: DeleteOneParams<V>): Promise<DeleteOneResponse<T>> => {
    await remove(resource, [id], meta);
    return { data: { id } as T };
  },

  deleteMany: async <T extends BaseRecord, V>({
    resource,
    ids,
    meta,
  }: DeleteManyParams<V>): Promise<DeleteManyResponse<T>> => {
    await remove(resource, ids, meta);
    return { data: ids.map((id) => ({ id }) as T) };
  },
};

/** Several different records go in one call: all of them, or none. */
async function remove(resource: string, ids: readonly (string | number)[], meta?: MetaQuery): Promise<void> {
  const { endpoint } = find(resource, meta, 'remove');
  dataOf(await request(endpoint, { body: { ids: ids.map(Number) } }));
}

function find(resource: string, meta: MetaQuery | undefined, name: keyof ResourceEndpoints) {
  const { endpoints, idField = 'id' } = (meta ?? {}) as Partial<ResourceMeta>;
  const endpoint = endpoints?.[name];
  if (!endpoint) throw new Error(`resource ${resource} declares no endpoint '${name}'`);
  return { endpoint, idField };
}

/** The endpoint is known at run time only, so its types are not. */
function request(endpoint: Endpoint, options: LooseOptions): Promise<Result<unknown>> {
  return call<Endpoint>(endpoint, options as Parameters<typeof call<Endpoint>>[1]);
}

function dataOf(result: Result<unknown>): unknown {
  if (result.ok) return result.data;
  throw httpError(result);
}

/** Refine reads `message`, `statusCode` and `errors`; our code branches on `error`. */
function httpError({ msg, code, error, errors }: Failure): Error & HttpError {
  return Object.assign(new Error(msg), { statusCode: code, error, errors });
}

function withId(row: unknown, idField: string): unknown {
  return idField !== 'id' && isObject(row) ? { ...row, id: row[idField] } : row;
}

function withoutId(variables: unknown, idField: string): unknown {
  if (idField === 'id' || !isObject(variables)) return variables;
  const { id: _, ...body } = variables;
  return body;
}

function pageParams(pagination: Pagination | undefined) {
  if (pagination?.mode === 'off') return { pageIndex: 1, pageSize: 1000 };
  // The endpoint has no pages: it answers all.
  if (pagination?.mode === 'client') return {};
  return { pageIndex: pagination?.currentPage ?? 1, pageSize: pagination?.pageSize ?? DEFAULT_PAGE_SIZE };
}

/** `field = value` for whatever operator: each field has the one comparison that the contract declares for it. */
export function filterParams(filters: readonly CrudFilter[] = []): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const filter of filters) {
    if (filter.operator === 'or' || filter.operator === 'and') {
      throw new Error('the wire has no nested filters');
    }
    if ('field' in filter && filter.value !== undefined && filter.value !== null && filter.value !== '') {
      params[filter.field] = filter.value;
    }
  }
  return params;
}

/** `<field>Order=asc|desc`. */
export function sortParams(sorters: readonly CrudSort[] = []): Record<string, string> {
  return Object.fromEntries(sorters.map(({ field, order }) => [`${field}Order`, order]));
}
