import { useState } from 'react';
import { isObject, readStoredObject, writeStored } from '#providers/browser-storage.ts';
import { useAdminSession } from '../session/session.ts';
import type { ListState, Resource } from './define-resource.ts';
import { formatListState, parseListState } from './list-state.ts';
import { storeColumns, type KeptColumns } from './use-columns.ts';

/** A named state of a list: filters, sort order, page size and columns. */
export interface View extends KeptColumns {
  name: string;
  /** The state as in the list's address, without the page. */
  search: string;
}

interface Stored {
  views: readonly View[];
  /** The name of the view that the list opens with. */
  initial: string | undefined;
}

export const MAX_VIEWS = 20;
export const MAX_VIEW_NAME = 30;

/** The user's views of a list; the browser keeps them, each user's apart. */
export interface Views extends Stored {
  /** Adds a view, or replaces the one of this name. */
  save: (view: View) => void;
  rename: (name: string, to: string) => void;
  remove: (name: string) => void;
  /** Opens the list with this view from now on; with none for undefined. */
  openWith: (name: string | undefined) => void;
}

export function useViews(resource: Resource): Views {
  const key = useKey(resource);
  const [stored, setStored] = useState(() => readViews(key));
  const { views, initial } = stored;
  function store(next: Stored) {
    writeStored(key, next.views.length === 0 ? null : JSON.stringify(next));
    setStored(next);
  }
  return {
    ...stored,
    save: (view) => {
      const isKnown = views.some(({ name }) => name === view.name);
      store({
        views: isKnown ? views.map((one) => (one.name === view.name ? view : one)) : [...views, view],
        initial,
      });
    },
    rename: (name, to) =>
      store({
        views: views.map((view) => (view.name === name ? { ...view, name: to } : view)),
        initial: initial === name ? to : initial,
      }),
    remove: (name) =>
      store({
        views: views.filter((view) => view.name !== name),
        initial: initial === name ? undefined : initial,
      }),
    openWith: (name) => store({ views, initial: name }),
  };
}

/**
 * The address of the view that the list opens with, when it is opened without parameters; undefined afterwards, so that
 * 重置 shows the whole list. Also applies the view's columns.
 */
export function useInitialSearch(resource: Resource, search: string): string | undefined {
  const key = useKey(resource);
  const [pending, setPending] = useState(() => (search === '' ? openInitialView(resource, key) : undefined));
  if (pending !== undefined && search !== '') setPending(undefined);
  return search === '' ? pending : undefined;
}

function openInitialView(resource: Resource, key: string): string | undefined {
  const { views, initial } = readViews(key);
  const view = views.find(({ name }) => name === initial);
  if (!view) return undefined;
  storeColumns(resource, view);
  return searchOf(resource, stateOf(resource, view)) || undefined;
}

/** The state of a view, without fields that the list no longer has. */
export const stateOf = (resource: Resource, { search }: View): ListState =>
  parseListState(resource, new URLSearchParams(search));

/** The state as a view keeps it. */
export const searchOf = (resource: Resource, state: ListState): string =>
  formatListState(resource, { ...state, page: 1 }).toString();

const useKey = ({ name }: Resource) => `admin.views.${useAdminSession().user.userId}.${name}`;

function readViews(key: string): Stored {
  const { views, initial } = readStoredObject(key) ?? {};
  return {
    views: Array.isArray(views) ? views.filter(isView) : [],
    initial: typeof initial === 'string' ? initial : undefined,
  };
}

const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

function isView(value: unknown): value is View {
  if (!isObject(value)) return false;
  const { name, search, hidden, order } = value;
  return (
    typeof name === 'string' &&
    typeof search === 'string' &&
    (hidden === null || isNames(hidden)) &&
    isNames(order)
  );
}
