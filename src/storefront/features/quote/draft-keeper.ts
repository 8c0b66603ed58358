import type { PartFields } from './draft.ts';
import { clearDraft, saveDraft, type DraftSlot } from './draft-storage.ts';

/** Typing pauses this long before the draft is written. */
const PAUSE_MS = 300;

export interface DraftKeeper {
  /** Writes the parts soon. */
  keep: (parts: readonly PartFields[]) => void;
  /** Writes now what is still waiting, e.g. because the page is left. */
  flush: () => void;
  /** Removes the draft: the customer starts anew. */
  discard: () => void;
  /** Removes the draft for good: it became an order, and what the page still does is no draft. */
  close: () => void;
}

/** Keeps a draft in the browser without writing at every keystroke. */
export function createDraftKeeper(slot: DraftSlot): DraftKeeper {
  let waiting: readonly PartFields[] | undefined;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    if (waiting) saveDraft(slot, waiting);
    waiting = undefined;
  };
  const discard = () => {
    clearTimeout(timer);
    waiting = undefined;
    clearDraft(slot);
  };
  return {
    keep: (parts) => {
      if (isClosed) return;
      waiting = parts;
      clearTimeout(timer);
      timer = setTimeout(flush, PAUSE_MS);
    },
    flush,
    discard,
    close: () => {
      isClosed = true;
      discard();
    },
  };
}
