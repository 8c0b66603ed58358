import { createElement, lazy, useState, type ComponentType } from 'react';

/** The code of a page, dialog or feature failed to load: no network, or a newer version has replaced the file. */
export class PageLoadError extends Error {
  /** Nothing was fetched, so a retry without reload can succeed. */
  readonly isOffline: boolean;

  constructor(cause?: unknown) {
    super('failed to load the code of a page', { cause });
    this.name = 'PageLoadError';
    this.isOffline = cause === undefined;
  }
}

/** Functions that reset the views whose code failed to load. */
const failedPages = new Set<() => void>();

/** Lets views that failed to load try again when they are next shown. */
export function retryFailedPages(): void {
  for (const reset of failedPages) reset();
  failedPages.clear();
}

/**
 * A component whose code is fetched when it is first shown, or earlier by `load`. Unlike React's `lazy`, it renders without
 * fallback once loaded, and can retry after a failure. Throws `PageLoadError` while rendering.
 */
export function lazyView<P extends object>(fetchComponent: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;
  let lazyComponent: ComponentType<P> | undefined;
  // A failure is cached until `retryFailedPages`: React re-renders after it, which would fetch endlessly.
  const reset = () => {
    loading = undefined;
    lazyComponent = undefined;
  };
  const load = () =>
    (loading ??= whenOnline(fetchComponent).then(
      (component) => (loaded = component),
      (error: unknown) => {
        failedPages.add(reset);
        throw error;
      },
    ));
  const getLazyComponent = () => (lazyComponent ??= lazy(async () => ({ default: await load() })));
  function LazyView(props: P) {
    // Keeps the same component while mounted, so that its state survives.
    const [component] = useState<ComponentType<P>>(() => loaded ?? getLazyComponent());
    return createElement(component, props);
  }
  return Object.assign(LazyView, { load });
}

/**
 * Imports only while online, because browsers cache a failed module until the page is reloaded.
 * @throws PageLoadError
 */
export async function whenOnline<T>(fetchCode: () => Promise<T>): Promise<T> {
  if (!navigator.onLine) throw new PageLoadError();
  try {
    return await fetchCode();
  } catch (error) {
    throw new PageLoadError(error);
  }
}
