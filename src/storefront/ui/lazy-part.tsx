import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { onDemand } from './on-demand.ts';

/**
 * A part of a page whose code is loaded when it is first shown. Without a connection a notice says so, the rest of the page
 * keeps working, and the part appears once the connection is back.
 * @param waiting shown until then
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, waiting?: ReactNode) {
  const tryLoading = onDemand(load, '页面内容');
  const loadPart = async (): Promise<ComponentType<P>> => {
    const part = await tryLoading();
    if (part) return part;
    await new Promise((resolve) => globalThis.addEventListener('online', resolve, { once: true }));
    return loadPart();
  };
  const Loaded = lazy(async () => ({ default: await loadPart() }));
  return function LazyPart(props: P) {
    return (
      <Suspense fallback={waiting}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
