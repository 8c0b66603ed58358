import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { isPaged, MAX_PAGE_SIZE } from '#contract/kernel/paging.ts';
import { can } from '#providers/session/access-control.ts';
import { isObject } from '#providers/browser-storage.ts';
import { callUntyped } from '#providers/http/call-untyped.ts';
import type { UntypedOptions } from '#providers/http/result.ts';
import type { RefField, Row } from './field.ts';

/** The maximum number of choices offered at once; typing searches for the rest. */
export const MAX_CHOICES = 50;

export type ChoiceSource = Pick<RefField, 'source' | 'sourceId' | 'sourceLabel'>;

export interface Choice {
  value: number | string;
  label: string;
}

/** Refine's resource name for the records that an endpoint offers as choices. */
export const choicesResource = (source: Endpoint) => `choices:${source.path}`;

export const isChoicesResource = (resource: unknown) =>
  typeof resource === 'string' && resource.startsWith('choices:');

/** A tree of records with their `children`; empty if the user may not read it. */
export async function loadTree(source: Endpoint): Promise<Row[]> {
  if (!can(source.permission)) return [];
  const query = isPaged(source) ? { pageIndex: 1, pageSize: MAX_PAGE_SIZE } : undefined;
  const response = await load(source, { query });
  const tree = query && isObject(response) ? response['list'] : response;
  return Array.isArray(tree) ? tree.filter(isObject) : [];
}

async function load(source: Endpoint, options: UntypedOptions = {}): Promise<unknown> {
  const result = await callUntyped(source, options);
  return result.ok ? result.data : undefined;
}

/** Converts rows to choices; the labels of a tree include the ancestors. */
export function toChoices(source: ChoiceSource, rows: unknown, prefix = ''): Choice[] {
  if (!Array.isArray(rows)) return [];
  return rows.filter(isObject).flatMap((row) => {
    const label = `${prefix}${String(row[source.sourceLabel])}`;
    const id = row[source.sourceId];
    const value = typeof id === 'string' ? id : Number(id);
    return [{ value, label }, ...toChoices(source, row['children'], `${label} / `)];
  });
}
