import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  listView,
  listViews,
  MAX_VIEWS,
  viewSets,
  type ListView,
  type ViewSet,
  type ViewSets,
} from '#contract/system/list-views.ts';
import { readStoredObject, writeStored } from '#providers/browser-storage.ts';
import { fetchData } from '#providers/http/http.ts';
import { resultOrUndefined } from '#providers/http/result.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useAdminSession } from '../../session/session.ts';
import type { Resource } from '../define-resource.ts';
import type { ListState } from '../resource-parts.ts';
import { formatListState, parseListState } from './list-state.ts';
import { storeColumns } from './use-columns.ts';

const NO_VIEWS: ViewSet = { views: [], initial: null };
const STALE_MS = 60_000;

/** The user's views of a list, stored on the server. */
export interface Views extends ViewSet {
  /** Adds a view, or replaces the one with this name. */
  save: (view: ListView) => void;
  rename: (name: string, to: string) => void;
  remove: (name: string) => void;
  /** Sets the initial view of the list; null: none. */
  setInitial: (name: string | null) => void;
}

/**
 * The views of all lists; undefined until first loaded, empty after an error. Cached in the browser, so that only the first
 * visit waits.
 */
function useViewSets(): ViewSets | undefined {
  const { userId } = useAdminSession().user;
  const key = cacheKey(userId);
  const { data, isError } = useQuery({
    queryKey: keyOf(userId),
    queryFn: async () => {
      const sets = await fetchData(listViews.read);
      writeStored(key, JSON.stringify(sets));
      return sets;
    },
    initialData: () => viewSets.safeParse(readStoredObject(key)).data,
    initialDataUpdatedAt: 0,
    staleTime: STALE_MS,
    placeholderData: undefined,
  });
  return data ?? (isError ? {} : undefined);
}

export function useViews(resource: Resource): Views {
  const command = useCommand();
  const { userId } = useAdminSession().user;
  const queryClient = useQueryClient();
  const sets = useViewSets();
  const set = sets?.[resource.name] ?? NO_VIEWS;

  /** Applies a change to the latest views on the server, because another window may have saved some in the meantime. */
  async function store(change: (now: ViewSet) => ViewSet): Promise<boolean> {
    const latest = await resultOrUndefined(command(listViews.read));
    if (!latest?.ok) return false;
    const next = change(latest.data[resource.name] ?? NO_VIEWS);
    const all = { ...latest.data, [resource.name]: next };
    queryClient.setQueryData(keyOf(userId), all);
    writeStored(cacheKey(userId), JSON.stringify(all));
    const saving = command(listViews.save, { params: { list: resource.name }, body: next, quiet: 'success' });
    const isSaved = (await resultOrUndefined(saving))?.ok === true;
    if (!isSaved) await queryClient.invalidateQueries({ queryKey: keyOf(userId) });
    return isSaved;
  }

  // Older versions stored the views only in the browser.
  const migrateOldViews = useEffectEvent(async () => {
    const key = `admin.views.${userId}.${resource.name}`;
    const old = parseOldSet(readStoredObject(key));
    if (!old) return;
    const isMigrated = await store(({ views, initial }) => {
      const isNew = ({ name }: ListView) => views.every((view) => view.name !== name);
      const all = [...views, ...old.views.filter(isNew)].slice(0, MAX_VIEWS);
      return { views: all, initial: initial ?? old.initial };
    });
    if (isMigrated) writeStored(key, null);
  });
  const isLoaded = sets !== undefined;
  useEffect(() => {
    if (isLoaded) void migrateOldViews();
  }, [isLoaded]);

  return {
    ...set,
    save: (view) =>
      void store(({ views, initial }) => {
        const exists = views.some(({ name }) => name === view.name);
        return {
          views: exists
            ? views.map((existing) => (existing.name === view.name ? view : existing))
            : [...views, view],
          initial,
        };
      }),
    rename: (name, to) =>
      void store(({ views, initial }) => ({
        views: views.map((view) => (view.name === name ? { ...view, name: to } : view)),
        initial: initial === name ? to : initial,
      })),
    remove: (name) =>
      void store(({ views, initial }) => ({
        views: views.filter((view) => view.name !== name),
        initial: initial === name ? null : initial,
      })),
    setInitial: (name) => void store(({ views }) => ({ views, initial: name })),
  };
}

/**
 * The query string of the initial view if the list is opened without parameters; `loading` until the views have loaded.
 * Undefined afterwards, so that 重置 shows the unfiltered list. Also applies the view's columns.
 */
export function useInitialSearch(
  resource: Resource,
  search: string,
): 'loading' | { search: string } | undefined {
  const sets = useViewSets();
  const [wasOpened, setWasOpened] = useState(search !== '');
  const [pendingSearch, setPendingSearch] = useState<string>();
  if (!wasOpened && sets) {
    setWasOpened(true);
    setPendingSearch(openInitialView(resource, sets[resource.name] ?? NO_VIEWS));
  }
  if (pendingSearch !== undefined && search !== '') setPendingSearch(undefined);
  if (search !== '') return undefined;
  if (!wasOpened) return sets ? undefined : 'loading';
  return pendingSearch === undefined ? undefined : { search: pendingSearch };
}

function openInitialView(resource: Resource, { views, initial }: ViewSet): string | undefined {
  const view = views.find(({ name }) => name === initial);
  if (!view) return undefined;
  storeColumns(resource, view);
  return searchOf(resource, stateOf(resource, view)) || undefined;
}

/** Parses the state of a view; ignores fields that no longer exist. */
export const stateOf = (resource: Resource, { search }: ListView): ListState =>
  parseListState(resource, new URLSearchParams(search));

export const searchOf = (resource: Resource, state: ListState): string =>
  formatListState(resource, { ...state, page: 1 }).toString();

const keyOf = (userId: number) => ['list-views', userId];
const cacheKey = (userId: number) => `admin.list-views.${userId}`;

/** Parses views that an older version stored in the browser. */
function parseOldSet(stored: Record<string, unknown> | undefined): ViewSet | undefined {
  if (!Array.isArray(stored?.['views'])) return undefined;
  const views = stored['views'].flatMap((value: unknown) => listView.safeParse(value).data ?? []);
  const { initial } = stored;
  const exists = views.some(({ name }) => name === initial);
  return views.length === 0 ? undefined : { views, initial: exists ? String(initial) : null };
}
