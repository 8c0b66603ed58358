import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { onDemand } from './on-demand.ts';

/**
 * A component whose code is loaded when it is first shown. Offline, a notice is shown, the rest of the page
 * keeps working, and the component appears once the connection is back.
 * @param fallback shown while loading
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>, fallback?: ReactNode) {
  const loadOnDemand = onDemand(load, '页面内容');
  const loadComponent = async (): Promise<ComponentType<P>> => {
    const component = await loadOnDemand();
    if (component) return component;
    await new Promise((resolve) => globalThis.addEventListener('online', resolve, { once: true }));
    return loadComponent();
  };
  const LazyComponent = lazy(async () => ({ default: await loadComponent() }));
  return function ComponentWithFallback(props: P) {
    return (
      <Suspense fallback={fallback}>
        <LazyComponent {...props} />
      </Suspense>
    );
  };
}
