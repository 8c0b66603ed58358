import type { Endpoint } from '#contract/endpoint.ts';
import { isObject } from '#providers/browser-storage.ts';
import { call } from '#providers/http.ts';
import type { LooseOptions } from '#providers/result.ts';
import type { RefField } from './field.ts';

const MOST = 50;

/** The first choices of a reference whose shown name contains the text. */
export async function loadChoices(
  { source, sourceId, sourceLabel }: RefField,
  search: string,
): Promise<{ value: number; label: string }[]> {
  const query: LooseOptions = {
    query: { pageIndex: 1, pageSize: MOST, ...(search === '' ? {} : { [sourceLabel]: search }) },
  };
  // The endpoint is known at run time only, so its types are not.
  const result = await call<Endpoint>(source, query as Parameters<typeof call<Endpoint>>[1]);
  const page: unknown = result.ok ? result.data : undefined;
  const list = isObject(page) && Array.isArray(page['list']) ? page['list'] : [];
  return list
    .filter(isObject)
    .map((row) => ({ value: Number(row[sourceId]), label: String(row[sourceLabel]) }));
}
