import { PageLoadError, whenOnline } from '#providers/lazy-view.ts';
import { notify } from '#providers/notices.ts';

/**
 * Wraps a dynamic import so that it runs once, on first use. On failure it shows a notice naming the feature and resolves with
 * undefined; after an offline failure, the next call tries again. Concurrent calls share the import and resolve in order.
 */
export function onDemand<T>(load: () => Promise<T>, name: string): () => Promise<T | undefined> {
  let loading: Promise<T | undefined> | undefined;
  const handleError = (error: unknown): undefined => {
    loading = undefined;
    const isOffline = error instanceof PageLoadError && error.isOffline;
    const help = isOffline ? '请检查网络后重试' : '请刷新页面后重试';
    notify({ type: 'error', message: `${name}加载失败，${help}` });
  };
  return () => (loading ??= whenOnline(load).catch(handleError));
}
