import { lazy, Suspense, type ComponentType } from 'react';
import { notify } from '#providers/notices.ts';

/**
 * A part of a page whose code is loaded when it is first shown. Without a connection a notice says so, and the rest of
 * the page keeps working.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  const Loaded = lazy(async () => ({ default: await load().catch(nothing) }));
  return function LazyPart(props: P) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

function nothing(): ComponentType<object> {
  notify({ type: 'error', message: '页面内容加载失败，请检查网络后刷新页面' });
  return () => null;
}
