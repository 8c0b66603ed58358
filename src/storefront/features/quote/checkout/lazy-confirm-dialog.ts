import { lazyView } from '#providers/lazy-view.ts';

/** Loaded when the browser is idle, because the page works without it. */
export const LazyConfirmDialog = lazyView(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

/** Loads the dialog's code early. A failure shows when the dialog opens. */
export function preloadConfirmDialog(): void {
  (globalThis.requestIdleCallback ?? setTimeout)(() => void LazyConfirmDialog.load().catch(() => undefined));
}
