import type { PartFields } from './draft.ts';
import { clearDraft, saveDraft, type DraftSlot } from './draft-storage.ts';

/** Delay before the draft is written, restarted by each change. */
const PAUSE_MS = 300;

export interface DraftSaver {
  /** Writes the parts after the delay. */
  save: (parts: readonly PartFields[]) => void;
  /** Writes pending parts now, e.g. because the page closes. */
  flush: () => void;
  /** Removes the draft: the customer starts over. */
  discard: () => void;
  /** Removes the draft for good: it became an order, and later changes on the page are no draft. */
  close: () => void;
}

/** Stores a draft in the browser without writing on every keystroke. */
export function createDraftSaver(slot: DraftSlot): DraftSaver {
  let pending: readonly PartFields[] | undefined;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    if (pending) saveDraft(slot, pending);
    pending = undefined;
  };
  const discard = () => {
    clearTimeout(timer);
    pending = undefined;
    clearDraft(slot);
  };
  return {
    save: (parts) => {
      if (isClosed) return;
      pending = parts;
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
