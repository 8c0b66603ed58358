import { createElement, lazy, useState, type ComponentType } from 'react';

/**
 * A component whose code is fetched when it is first shown, or earlier by `load`. Unlike React's `lazy`, it renders without
 * a fallback once the code is loaded.
 */
export function lazyPage<P extends object>(fetchPage: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;
  const load = () => (loading ??= fetchPage().then((page) => (loaded = page)));
  const Deferred = lazy(async () => ({ default: await load() }));
  function LazyPage(props: P) {
    // The same component while it is mounted, so that it keeps its state.
    const [page] = useState<ComponentType<P>>(() => loaded ?? Deferred);
    return createElement(page, props);
  }
  return Object.assign(LazyPage, { load });
}
