import { lazy, Suspense, type ComponentType } from 'react';
import { onDemand } from './on-demand.ts';

/**
 * A part of a page whose code is loaded when it is first shown. Without a connection a notice says so, and the rest of
 * the page keeps working.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  const Loaded = lazy(async () => ({ default: (await onDemand(load, '页面内容')) ?? (() => null) }));
  return function LazyPart(props: P) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
