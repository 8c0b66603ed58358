import type { Endpoint } from '#contract/endpoint.ts';
import { isObject } from '#providers/browser-storage.ts';
import { call } from '#providers/http.ts';
import type { LooseOptions } from '#providers/result.ts';
import type { RefField } from './field.ts';

const MOST = 50;

/** The first choices of a reference whose shown name contains the text; a source without filters is a tree of names. */
export async function loadChoices(
  { source, sourceId, sourceLabel }: RefField,
  search: string,
): Promise<{ value: number; label: string }[]> {
  if (!source.query) return treeChoices(source, search);
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

/** The branches of a tree of `{id, label, children}`, each named with its ancestors. */
async function treeChoices(source: Endpoint, search: string): Promise<{ value: number; label: string }[]> {
  const result = await call<Endpoint>(source, {} as Parameters<typeof call<Endpoint>>[1]);
  return flatten(result.ok ? result.data : [], '').filter(({ label }) => label.includes(search));
}

function flatten(nodes: unknown, prefix: string): { value: number; label: string }[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.filter(isObject).flatMap((node) => {
    const label = `${prefix}${String(node['label'])}`;
    return [{ value: Number(node['id']), label }, ...flatten(node['children'], `${label} / `)];
  });
}
