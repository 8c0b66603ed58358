import type { PartFields } from '../draft.ts';
import {
  clearDraft,
  draftText,
  loadDraft,
  saveDraft,
  storedDraftText,
  watchDraft,
  type DraftSlot,
} from './draft-storage.ts';

/** Delay before the draft is written, restarted by each change. */
const PAUSE_MS = 300;

/** `isLoss`: to show the other tab's draft loses something of this page. */
type OnConflict = (isLoss: boolean) => void;

export interface DraftSaver {
  /** Writes the parts after the delay. */
  save: (parts: readonly PartFields[]) => void;
  /** Writes pending parts now, e.g. because the page closes. */
  flush: () => void;
  /** Removes the draft: the customer starts over. */
  discard: () => void;
  /** Removes the draft for good: it became an order, and later changes on the page are no draft. */
  close: () => void;
  /** Calls back when another tab changed the draft. Returns a function that unsubscribes. */
  watch: (onConflict: OnConflict) => () => void;
  /** Gives up this tab's draft. Returns that of the other tab, or undefined if it removed the draft. */
  takeTheirs: () => PartFields[] | undefined;
  /** Replaces the other tab's draft by these parts. */
  keepMine: (parts: readonly PartFields[]) => void;
}

/**
 * Stores a draft in the browser without writing on every keystroke. Never overwrites what another tab has stored: from
 * then on nothing is written until the customer has chosen one of the two.
 */
export function createDraftSaver(slot: DraftSlot): DraftSaver {
  let pending: readonly PartFields[] | undefined;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The stored draft as this tab last read or wrote it. */
  let known = storedDraftText(slot);
  let onConflict: OnConflict | undefined;

  const isChangedElsewhere = () => !isClosed && storedDraftText(slot) !== known;
  const isLoss = () =>
    (pending !== undefined && draftText(slot, pending) !== known) || loadDraft(slot) === undefined;
  const flush = () => {
    clearTimeout(timer);
    if (!pending) return;
    if (isChangedElsewhere()) return onConflict?.(isLoss());
    if (draftText(slot, pending) !== known) saveDraft(slot, pending);
    known = storedDraftText(slot);
    pending = undefined;
  };
  const remove = () => {
    clearTimeout(timer);
    pending = undefined;
    clearDraft(slot);
    known = null;
  };
  return {
    save: (parts) => {
      if (isClosed) return;
      pending = parts;
      clearTimeout(timer);
      timer = setTimeout(flush, PAUSE_MS);
    },
    flush,
    discard: () => {
      if (isChangedElsewhere()) onConflict?.(true);
      else remove();
    },
    close: () => {
      clearTimeout(timer);
      pending = undefined;
      // A draft that another tab has stored is not part of the order.
      if (!isChangedElsewhere()) remove();
      isClosed = true;
    },
    watch: (listener) => {
      onConflict = listener;
      const unwatch = watchDraft(slot, () => {
        if (!isChangedElsewhere()) return;
        // The question is asked once: a write that is still to come would ask it again after it was closed.
        clearTimeout(timer);
        listener(isLoss());
      });
      return () => {
        unwatch();
        onConflict = undefined;
      };
    },
    takeTheirs: () => {
      clearTimeout(timer);
      pending = undefined;
      known = storedDraftText(slot);
      return loadDraft(slot);
    },
    keepMine: (parts) => {
      known = storedDraftText(slot);
      pending = parts;
      flush();
    },
  };
}
