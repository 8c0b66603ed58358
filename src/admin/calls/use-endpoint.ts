import { useCustom, type BaseRecord } from '@refinedev/core';
import type { DataTag, QueryKey, UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
import type { DataOf, Endpoint } from '#contract/kernel/endpoint.ts';
import type { EndpointMeta } from '#providers/data-provider.ts';
import type { CallError, CallOptions } from '#providers/http/result.ts';

/** A response as Refine caches it. */
interface Envelope<A> {
  data: A;
}

type Options<A, D> = Omit<
  UseQueryOptions<Envelope<A>, CallError>,
  'queryFn' | 'queryKey' | 'select' | 'meta'
> & { select?: (response: A) => D };

/** A read with the response type `A`, and its cache key. */
export interface EndpointRead<A> {
  endpoint: Endpoint;
  call: EndpointMeta['options'];
  queryKey: DataTag<QueryKey, Envelope<A>, CallError>;
}

/** A read with query options; `select` maps the response to `D`. */
export type EndpointQuery<A, D = A> = EndpointRead<A> & Options<A, D>;

type RequestOptions<E extends Endpoint> = Omit<CallOptions<E>, 'signal' | 'headers'> & {
  queryKey?: QueryKey;
};
/** The arguments are optional unless the endpoint requires some. */
type RequestArgs<E extends Endpoint, D> =
  object extends CallOptions<E>
    ? [args?: RequestOptions<E> & Options<DataOf<E>, D>]
    : [args: RequestOptions<E> & Options<DataOf<E>, D>];

/**
 * Describes a read for `useEndpoint`. By default the page must show a failure itself; with `quiet: false` the HTTP
 * client shows it. Pass a `queryKey` if the query must be invalidated by a key prefix.
 */
export function endpointQuery<E extends Endpoint, D = DataOf<E>>(
  endpoint: E,
  ...[args]: RequestArgs<E, D>
): EndpointQuery<DataOf<E>, D> {
  const {
    params,
    query,
    body,
    quiet = true,
    queryKey,
    ...options
  }: Partial<RequestOptions<Endpoint>> = args ?? {};
  return {
    ...(options as Options<DataOf<E>, D>),
    endpoint,
    call: { params, query, body, quiet },
    queryKey: (queryKey ?? [endpoint.path, { params, query, body }]) as EndpointRead<DataOf<E>>['queryKey'],
  };
}

/**
 * Reads an endpoint, or a query from `endpointQuery`, through Refine's `useCustom`. The data provider aborts the
 * request when no component uses it any more.
 */
export function useEndpoint<A, D = A>(query: EndpointQuery<A, D>): UseQueryResult<D, CallError>;
export function useEndpoint<E extends Endpoint, D = DataOf<E>>(
  endpoint: E,
  ...args: RequestArgs<E, D>
): UseQueryResult<D, CallError>;
export function useEndpoint(endpointOrQuery: object, args?: object): UseQueryResult<unknown, CallError> {
  const {
    endpoint,
    call: options,
    select,
    ...queryOptions
  } = (
    'endpoint' in endpointOrQuery
      ? endpointOrQuery
      : endpointQuery(endpointOrQuery as Endpoint, args as RequestOptions<Endpoint>)
  ) as EndpointQuery<unknown>;
  const call: EndpointMeta = { endpoint, options };
  const { query } = useCustom({
    url: endpoint.path,
    method: 'get',
    meta: { call },
    overtimeOptions: { enabled: false },
    // Refine types every response as a record; here it may be a list or a number.
    queryOptions: {
      ...queryOptions,
      ...(select && { select: ({ data }: Envelope<unknown>) => ({ data: select(data) }) }),
    } as object,
  });
  const refetch: typeof query.refetch = async (refetchOptions) => unwrap(await query.refetch(refetchOptions));
  return { ...unwrap(query), refetch } as UseQueryResult<BaseRecord> as UseQueryResult<unknown, CallError>;
}

/** Removes the envelope that Refine puts around the data. */
const unwrap = <R extends { data?: Envelope<unknown> | undefined }>(result: R): R => ({
  ...result,
  data: result.data?.data,
});
