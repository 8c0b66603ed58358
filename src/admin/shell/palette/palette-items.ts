import type { SearchResult, SearchKind } from '#contract/system/search.ts';
import type { Resource } from '../../resource-kit/define-resource.ts';
import { resources } from '../../resources/index.ts';
import { material } from '../../resources/material/material.resource.ts';
import { order } from '../../resources/order/order.resource.ts';
import { process } from '../../resources/process/process.resource.ts';
import { user } from '../../resources/user/user.resource.ts';
import { screensOf } from '../../session/menu-tree.ts';
import type { AdminSession } from '../../session/session.ts';

export interface PaletteItem {
  /** Unique within the palette. */
  key: string;
  title: string;
  /** The group of a page, or a text that tells similar records apart. */
  text: string;
  /** The path to open; undefined for signing out. */
  to: string | undefined;
  icon?: string;
}

export interface PaletteGroup {
  label: string;
  items: readonly PaletteItem[];
}

/** The records that the server searches, in the order of the groups. */
export const searchableKinds: readonly { kind: SearchKind; resource: Resource }[] = [
  { kind: 'order', resource: order },
  { kind: 'user', resource: user },
  { kind: 'material', resource: material },
  { kind: 'process', resource: process },
];

const matches = (text: string, candidates: readonly string[]) =>
  candidates.some((candidate) => candidate.toLowerCase().includes(text.toLowerCase()));

/** Matching pages and actions that the user may use. */
export function commandGroups(
  text: string,
  { entries, may }: Pick<AdminSession, 'entries' | 'may'>,
): PaletteGroup[] {
  const pages = screensOf(entries)
    .filter(({ entry, groups }) => matches(text, [...groups, entry.title]))
    .map(({ entry, groups }) => ({
      key: `page-${entry.key}`,
      title: entry.title,
      text: groups.join(' / '),
      to: entry.path,
      icon: entry.icon,
    }));
  const creations = resources.flatMap(({ name, label, path, endpoints: { create, list } }) =>
    create && [create, list].every(({ permission }) => may(permission))
      ? [{ key: `create-${name}`, title: `新增${label}`, text: '', to: `${path}/create` }]
      : [],
  );
  const signOut = { key: 'sign-out', title: '退出登录', text: '', to: undefined };
  const actions = [...creations, signOut].filter(({ title }) => matches(text, [title]));
  return withoutEmptyGroups([
    { label: '页面', items: pages },
    { label: '操作', items: actions },
  ]);
}

export function recordGroups(records: readonly SearchResult[]): PaletteGroup[] {
  return withoutEmptyGroups(
    searchableKinds.map(({ kind, resource }) => ({
      label: resource.label,
      items: records
        .filter((record) => record.kind === kind)
        .map(({ id, title, text }) => ({ key: `${kind}-${id}`, title, text, to: `${resource.path}/${id}` })),
    })),
  );
}

const withoutEmptyGroups = (groups: readonly PaletteGroup[]) =>
  groups.filter(({ items }) => items.length > 0);
