import { useEffect } from 'react';

/** Loads the CAD kernel (5 MB) while the customer drags files or browses for them in the file dialog. */
export function useKernelPreload(isDragging: boolean): void {
  useEffect(() => {
    if (isDragging) preload();
  }, [isDragging]);
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    document.addEventListener('click', ({ target }) => isFileInput(target) && preload(), { signal });
    return () => abort.abort();
  }, []);
}

/** Buttons open the file dialog by clicking a hidden input. */
const isFileInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'file';

/** Does nothing offline, because browsers cache a failed import. */
function preload(): void {
  if (!navigator.onLine) return;
  // The code that shows a file comes first, because the kernel takes long to load.
  void Promise.all([import('./place-files.ts'), import('./model-panel.tsx')])
    .then(() => import('#geometry/worker/read-in-worker.ts'))
    .then(
      ({ prepareReading }) => prepareReading(),
      () => undefined,
    );
}
