import type { CrudFilter, CrudSort, DataProvider, HttpError, Pagination } from '@refinedev/core';
import { API_BASE, type Endpoint } from '#contract/kernel/endpoint.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#contract/kernel/paging.ts';
import { isObject } from './browser-storage.ts';
import { callUntyped } from './http/call-untyped.ts';
import { CallError, type Failure, type Result, type UntypedOptions } from './http/result.ts';

/** Passed by `useEndpoint` and `useCommand` as `meta.call`. */
export interface EndpointMeta {
  endpoint: Endpoint;
  options: UntypedOptions;
  /** Returns the whole result instead of its data. */
  isCommand?: true;
}

interface ResourceEndpoints {
  list?: Endpoint;
  one?: Endpoint;
  create?: Endpoint;
  update?: Endpoint;
  remove?: Endpoint;
  export?: Endpoint;
}

export interface ResourceCalls {
  endpoints: ResourceEndpoints;
  /** The field with a record's id, default `id`. Its value is copied to `id` for Refine. */
  idField?: string;
}

/**
 * Endpoints by resource name. Never read from `meta`: Refine merges the URL's query into it, so a link could choose the endpoint.
 */
export type ResourceCallsByName = ReadonlyMap<string, ResourceCalls>;

/**
 * Refine's data provider over the API. The HTTP client notifies the user. Failed calls reject with status,
 * error name and field errors; after a lost session, however, lists are empty.
 * Refine lets its callers choose the record types without a check: `never` satisfies each of them.
 */
export function createDataProvider(endpointsByResource: ResourceCallsByName): DataProvider {
  function findEndpoint(resource: string, name: keyof ResourceEndpoints) {
    const { endpoints, idField = 'id' } = endpointsByResource.get(resource) ?? { endpoints: {} };
    const endpoint = endpoints[name];
    if (!endpoint) throw new Error(`resource ${resource} declares no endpoint '${name}'`);
    return { endpoint, idField };
  }

  /** Deletes records in one transaction. */
  async function remove(resource: string, ids: readonly (string | number)[]): Promise<void> {
    const { endpoint } = findEndpoint(resource, 'remove');
    dataOf(await callUntyped(endpoint, { body: { ids: ids.map(Number) } }));
  }

  return {
    getApiUrl: () => API_BASE,

    getList: async ({ resource, pagination, filters, sorters }) => {
      const { endpoint, idField } = findEndpoint(resource, 'list');
      const query = { ...pageParams(pagination), ...filterParams(filters), ...sortParams(sorters) };
      const result = await callUntyped(endpoint, { query });
      if (!result.ok && result.code === 401) return { data: [], total: 0 };
      const page = dataOf(result);
      const list =
        isObject(page) && Array.isArray(page['list']) ? page['list'] : Array.isArray(page) ? page : [];
      const count = isObject(page) && typeof page['count'] === 'number' ? page['count'] : list.length;
      return { data: list.map((row) => withId(row, idField) as never), total: count };
    },

    getOne: async ({ resource, id }) => {
      const { endpoint, idField } = findEndpoint(resource, 'one');
      return { data: withId(dataOf(await callUntyped(endpoint, { params: { id } })), idField) as never };
    },

    create: async ({ resource, variables }) => {
      const { endpoint, idField } = findEndpoint(resource, 'create');
      const created = dataOf(await callUntyped(endpoint, { body: variables }));
      return { data: (isObject(created) ? withId(created, idField) : { id: created }) as never };
    },

    /** `variables` must be the whole record with its version. */
    update: async ({ resource, id, variables }) => {
      const { endpoint, idField } = findEndpoint(resource, 'update');
      const body = withoutId(variables, idField);
      return {
        data: withId(dataOf(await callUntyped(endpoint, { params: { id }, body })), idField) as never,
      };
    },

    deleteOne: async ({ resource, id }) => {
      await remove(resource, [id]);
      return { data: { id } as never };
    },

    deleteMany: async ({ resource, ids }) => {
      await remove(resource, ids);
      return { data: ids.map((id) => ({ id }) as never) };
    },

    /** Calls the endpoint passed by `useEndpoint` or `useCommand`. A URL cannot name one, because its values are only text. */
    custom: async ({ meta }) => {
      const call: unknown = meta?.['call'];
      if (!isObject(call)) throw new Error('a custom call needs the endpoint: use useEndpoint or useCommand');
      const { endpoint, options, isCommand } = call as unknown as EndpointMeta;
      const metaSignal: unknown = meta?.['signal'];
      const signal = metaSignal instanceof AbortSignal ? metaSignal : options.signal;
      const result = await callUntyped(endpoint, { ...options, signal });
      const data = dataOf(result);
      return { data: (isCommand ? result : data) as never };
    },
  };
}

/**
 * The error that Refine's hooks reject with: Refine reads `message`, `statusCode` and `errors`, our code `error` and `data`.
 */
export class RefineCallError extends CallError {
  readonly statusCode: number;
  readonly errors: HttpError['errors'];
  readonly data: unknown;

  constructor(readonly failure: Failure) {
    super(failure);
    this.statusCode = failure.code;
    this.errors = failure.errors;
    this.data = failure.data;
  }
}

function dataOf(result: Result<unknown>): unknown {
  if (result.ok) return result.data;
  throw new RefineCallError(result);
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
  if (pagination?.mode === 'off') return { pageIndex: 1, pageSize: MAX_PAGE_SIZE };
  // The endpoint is not paged and returns all rows.
  if (pagination?.mode === 'client') return {};
  return { pageIndex: pagination?.currentPage ?? 1, pageSize: pagination?.pageSize ?? DEFAULT_PAGE_SIZE };
}

/** Ignores operators: the contract declares one comparison per field. */
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
