import type { Endpoint } from '#contract/endpoint.ts';
import { isPaged, MAX_PAGE_SIZE } from '#contract/paging.ts';
import { can } from '#providers/access-control.ts';
import { isObject } from '#providers/browser-storage.ts';
import { call } from '#providers/http.ts';
import type { LooseOptions } from '#providers/result.ts';
import type { RefField, Row } from './field.ts';

const MOST = 50;

/** Where choices come from: the property that is stored, and the one that is shown and searched. */
export type ChoiceSource = Pick<RefField, 'source' | 'sourceId' | 'sourceLabel'>;

export interface Choice {
  value: number | string;
  label: string;
}

/**
 * The first choices whose shown name contains the text; a source without filters is a whole list or a tree. None when
 * the user may not read them.
 */
export async function loadChoices(from: ChoiceSource, search: string): Promise<Choice[]> {
  if (!mayRead(from.source)) return [];
  if (!from.source.query) {
    return flatten(from, await load(from.source), '').filter(({ label }) => label.includes(search));
  }
  const page = await load(from.source, {
    query: { pageIndex: 1, pageSize: MOST, ...(search === '' ? {} : { [from.sourceLabel]: search }) },
  });
  return flatten(from, isObject(page) ? page['list'] : [], '');
}

/** A tree of records with their `children`; empty when the user may not read it. */
export async function loadTree(source: Endpoint): Promise<Row[]> {
  if (!mayRead(source)) return [];
  const query = isPaged(source) ? { pageIndex: 1, pageSize: MAX_PAGE_SIZE } : undefined;
  const answer = await load(source, { query });
  const tree = query && isObject(answer) ? answer['list'] : answer;
  return Array.isArray(tree) ? tree.filter(isObject) : [];
}

const mayRead = ({ permission }: Endpoint) =>
  permission === 'session' || permission === 'public' || can(permission);

/** The endpoint is known at run time only, so its types are not. */
async function load(source: Endpoint, options: LooseOptions = {}): Promise<unknown> {
  const result = await call<Endpoint>(source, options as Parameters<typeof call<Endpoint>>[1]);
  return result.ok ? result.data : undefined;
}

/** Rows as choices; the branches of a tree are named with their ancestors. */
function flatten(from: ChoiceSource, rows: unknown, prefix: string): Choice[] {
  if (!Array.isArray(rows)) return [];
  return rows.filter(isObject).flatMap((row) => {
    const label = `${prefix}${String(row[from.sourceLabel])}`;
    const id = row[from.sourceId];
    const value = typeof id === 'string' ? id : Number(id);
    return [{ value, label }, ...flatten(from, row['children'], `${label} / `)];
  });
}
