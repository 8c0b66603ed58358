import { createElement, lazy, useState, type ComponentType } from 'react';

/** The code of a page did not arrive: the network is away, or a newer version has replaced the file. */
export class PageLoadError extends Error {
  /** Nothing was fetched, so that trying again in place can succeed. */
  readonly isOffline: boolean;

  constructor(cause?: unknown) {
    super('the code of a page was not loaded', { cause });
    this.name = 'PageLoadError';
    this.isOffline = cause === undefined;
  }
}

/** Makes each page that failed fetch again. */
const failures = new Set<() => void>();

/** Pages whose code did not arrive fetch it again when they are next shown. */
export function retryFailedPages(): void {
  for (const forget of failures) forget();
  failures.clear();
}

/**
 * A component whose code is fetched when it is first shown, or earlier by `load`. Unlike React's `lazy`, it renders without
 * a fallback once the code is loaded, and can fetch again after a failure. Throws `PageLoadError` while rendering.
 */
export function lazyPage<P extends object>(fetchPage: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;
  let deferred: ComponentType<P> | undefined;
  // A failure stays until `retryFailedPages`: React renders again after it, which would fetch without end.
  const forget = () => {
    loading = undefined;
    deferred = undefined;
  };
  const load = () =>
    (loading ??= whenOnline(fetchPage).then(
      (page) => (loaded = page),
      (error: unknown) => {
        failures.add(forget);
        throw error;
      },
    ));
  const fetching = () => (deferred ??= lazy(async () => ({ default: await load() })));
  function LazyPage(props: P) {
    // The same component while it is mounted, so that it keeps its state.
    const [page] = useState<ComponentType<P>>(() => loaded ?? fetching());
    return createElement(page, props);
  }
  return Object.assign(LazyPage, { load });
}

/**
 * Browsers remember a module that failed until the page is reloaded: without a network it is not even tried. Throws
 * `PageLoadError`.
 */
export async function whenOnline<T>(fetchPage: () => Promise<T>): Promise<T> {
  if (!navigator.onLine) throw new PageLoadError();
  try {
    return await fetchPage();
  } catch (error) {
    throw new PageLoadError(error);
  }
}
