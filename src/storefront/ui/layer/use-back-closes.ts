import { useEffect, useEffectEvent } from 'react';

interface OpenDialog {
  close: () => void;
}

/** A dialog may open another; the last one is on top. */
const openDialogs: OpenDialog[] = [];

function isDialogEntry(): boolean {
  const state: unknown = globalThis.history.state;
  return typeof state === 'object' && state !== null && Reflect.get(state, 'dialog') === true;
}

/** Not through the router: the address stays. After a reload the entry is there already. */
function ensureEntry(): void {
  if (isDialogEntry()) return;
  // Going back to this entry must not undo what was scrolled to when the dialog closed.
  globalThis.history.scrollRestoration = 'manual';
  History.prototype.pushState.call(globalThis.history, { dialog: true }, '');
  globalThis.history.scrollRestoration = 'auto';
}

/** The page itself leaves the entry, whose dialogs have closed; another may open before the browser has gone back. */
let isLeaving = false;

globalThis.addEventListener('popstate', () => {
  if (isDialogEntry()) return;
  if (!isLeaving) openDialogs.at(-1)?.close();
  isLeaving = false;
  // For the dialog below, or one that did not close.
  setTimeout(() => {
    globalThis.history.scrollRestoration = 'auto';
    if (openDialogs.length > 0) ensureEntry();
  });
});

/** The browser's back closes the topmost open dialog instead of leaving the page: open dialogs share an entry in the history. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    const dialog = { close };
    openDialogs.push(dialog);
    ensureEntry();
    return () => {
      openDialogs.splice(openDialogs.indexOf(dialog), 1);
      // Later, because a next dialog may use the entry. After a link of the dialog was followed, the entry is another page's.
      setTimeout(() => {
        if (openDialogs.length > 0 || !isDialogEntry()) return;
        isLeaving = true;
        globalThis.history.back();
      });
    };
  }, [isOpen]);
}
