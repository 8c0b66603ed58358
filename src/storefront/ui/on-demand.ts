import { PageLoadError, whenOnline } from '#providers/lazy-page.ts';
import { notify } from '#providers/notices.ts';

/**
 * Loads code that few customers need when one does, once; undefined when that fails, after a notice that names it and says what
 * helps. Without a connection another call tries again. Calls during one loading resolve in their order.
 */
export function onDemand<T>(load: () => Promise<T>, name: string): () => Promise<T | undefined> {
  let loading: Promise<T | undefined> | undefined;
  const failed = (error: unknown): undefined => {
    loading = undefined;
    const isOffline = error instanceof PageLoadError && error.isOffline;
    const help = isOffline ? '请检查网络后重试' : '请刷新页面后重试';
    notify({ type: 'error', message: `${name}加载失败，${help}` });
  };
  return () => (loading ??= whenOnline(load).catch(failed));
}
