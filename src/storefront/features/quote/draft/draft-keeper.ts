import type { PartFields } from './draft.ts';
import { clearDraft, saveDraft, type DraftSlot } from './draft-storage.ts';

/** Debounce before the draft is written. */
const PAUSE_MS = 300;

export interface DraftKeeper {
  /** Writes the parts after the pause. */
  keep: (parts: readonly PartFields[]) => void;
  /** Writes pending parts now, e.g. because the page closes. */
  flush: () => void;
  /** Removes the draft: the customer starts over. */
  discard: () => void;
  /** Removes the draft for good: it became an order, and later changes on the page are no draft. */
  close: () => void;
}

/** Stores a draft in the browser without writing on every keystroke. */
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
