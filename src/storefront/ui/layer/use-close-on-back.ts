import { useEffect, useEffectEvent } from 'react';

interface OpenDialog {
  close: () => void;
}

/** Stack of open dialogs, topmost last. */
const openDialogs: OpenDialog[] = [];

function isDialogEntry(): boolean {
  const state: unknown = globalThis.history.state;
  return typeof state === 'object' && state !== null && Reflect.get(state, 'dialog') === true;
}

/** Adds the dialogs' history entry unless a reload kept it; bypasses the router, because the URL stays the same. */
function ensureEntry(): void {
  if (isDialogEntry()) return;
  // Going back must not undo scrolling that happened when the dialog closed.
  globalThis.history.scrollRestoration = 'manual';
  History.prototype.pushState.call(globalThis.history, { dialog: true }, '');
  globalThis.history.scrollRestoration = 'auto';
}

/** Set while the page itself goes back after its dialogs have closed; another dialog may open before the browser has done so. */
let isGoingBack = false;

globalThis.addEventListener('popstate', () => {
  if (isDialogEntry()) return;
  if (!isGoingBack) openDialogs.at(-1)?.close();
  isGoingBack = false;
  // The dialog below, or one that refused to close, needs an entry again.
  setTimeout(() => {
    globalThis.history.scrollRestoration = 'auto';
    if (openDialogs.length > 0) ensureEntry();
  });
});

/** Lets the browser's back button close the topmost dialog, not leave the page. All dialogs share one history entry. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    const dialog = { close };
    openDialogs.push(dialog);
    ensureEntry();
    return () => {
      openDialogs.splice(openDialogs.indexOf(dialog), 1);
      // Deferred, because the next dialog may reuse the entry, or a followed link may have replaced it.
      setTimeout(() => {
        if (openDialogs.length > 0 || !isDialogEntry()) return;
        isGoingBack = true;
        globalThis.history.back();
      });
    };
  }, [isOpen]);
}
