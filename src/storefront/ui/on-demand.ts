import { notify } from '#providers/notices.ts';

/** Code that few customers need, loaded when one does; undefined without a connection, after a notice that names it. */
export async function onDemand<T>(load: () => Promise<T>, name: string): Promise<T | undefined> {
  try {
    return await load();
  } catch {
    notify({ type: 'error', message: `${name}加载失败，请检查网络后重试` });
    return undefined;
  }
}
