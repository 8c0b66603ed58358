import { API_BASE } from '#contract/kernel/endpoint.ts';
import { isObject } from '../browser-storage.ts';

type QueryValue = string | number | boolean | Date | null | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

/** Serializes a query: `{pageIndex: 1, name: undefined}` becomes `pageIndex=1`; dates become RFC 3339. */
export function toQueryString(query: Query): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value instanceof Date) text.set(name, value.toISOString());
    else if (value !== undefined && value !== null) text.set(name, String(value));
  }
  return text.toString();
}

/** Fills the parameters into an endpoint's path: `/order/:id` with `{id: 7}` becomes `/order/7`. */
export function fillPath(path: string, params: unknown): string {
  const values = isObject(params) ? params : {};
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

/** The URL of a request, from the path on: `/api/v1/post?pageIndex=1`. */
export function requestUrl(
  endpoint: { path: string },
  options: { params?: unknown; query?: unknown } = {},
): string {
  const text = isObject(options.query) ? toQueryString(options.query as Query) : '';
  return `${API_BASE}${fillPath(endpoint.path, options.params)}${text === '' ? '' : `?${text}`}`;
}
