import { useEffect } from 'react';

/** Loads the kernel, 5 MB, while the customer drags files or looks for them in the file dialog. */
export function useExpectedModels(isDragging: boolean): void {
  useEffect(() => {
    if (isDragging) prepare();
  }, [isDragging]);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    document.addEventListener('click', ({ target }) => isFileInput(target) && prepare(), { signal });
    return () => left.abort();
  }, []);
}

/** Buttons open the file dialog by a click on a hidden input. */
const isFileInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'file';

/** Without a connection nothing happens: the file itself will tell, and browsers remember code that failed to load. */
function prepare(): void {
  if (!navigator.onLine) return;
  // The code that shows a taken file comes first: the kernel takes long to load.
  void Promise.all([import('./place-files.ts'), import('./model-panel.tsx')])
    .then(() => import('#geometry/worker/read-in-worker.ts'))
    .then(
      ({ prepareReading }) => prepareReading(),
      () => undefined,
    );
}
