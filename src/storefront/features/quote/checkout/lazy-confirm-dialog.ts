import { lazyPage } from '#providers/lazy-page.ts';

/** The confirmation, loaded when the browser is idle: the page prices parts without it. */
export const LazyConfirmDialog = lazyPage(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

/** Loads the code before it is needed. A failure shows when the confirmation opens. */
export function preloadConfirmDialog(): void {
  (globalThis.requestIdleCallback ?? setTimeout)(() => void LazyConfirmDialog.load().catch(() => undefined));
}
