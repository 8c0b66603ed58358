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

/** Debounce before the draft is written. */
const PAUSE_MS = 300;

/** `losesChanges`: whether loading the other tab's draft would discard changes on this page. */
type OnConflict = (losesChanges: boolean) => void;

export interface DraftSaver {
  /** Writes the parts after the delay. */
  save: (parts: readonly PartFields[]) => void;
  /** Writes pending parts now, e.g. because the page closes. */
  flush: () => void;
  /** Removes the draft: the customer starts over. */
  discard: () => void;
  /** Removes the draft for good after it became an order; later changes are not stored. */
  close: () => void;
  /** Calls back when another tab changed the draft. Returns a function that unsubscribes. */
  watch: (onConflict: OnConflict) => () => void;
  /** Discards this tab's draft. Returns the other tab's, or undefined if that was removed. */
  takeTheirs: () => PartFields[] | undefined;
  /** Overwrites the other tab's draft. */
  keepMine: (parts: readonly PartFields[]) => void;
}

/**
 * Stores a draft in the browser, debounced. Never overwrites another tab's changes: on a conflict writing
 * stops until the customer has chosen a version.
 */
export function createDraftSaver(slot: DraftSlot): DraftSaver {
  let pending: readonly PartFields[] | undefined;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The stored draft as this tab last read or wrote it. */
  let lastSeen = storedDraftText(slot);
  let onConflict: OnConflict | undefined;

  const isChangedElsewhere = () => !isClosed && storedDraftText(slot) !== lastSeen;
  const losesChanges = () =>
    // Without a stored draft, the page would start over.
    (pending !== undefined && draftText(slot, pending) !== lastSeen) || loadDraft(slot) === undefined;
  const flush = () => {
    clearTimeout(timer);
    if (!pending) return;
    if (isChangedElsewhere()) return onConflict?.(losesChanges());
    if (draftText(slot, pending) !== lastSeen) saveDraft(slot, pending);
    lastSeen = storedDraftText(slot);
    pending = undefined;
  };
  const remove = () => {
    clearTimeout(timer);
    pending = undefined;
    clearDraft(slot);
    lastSeen = null;
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
      // A draft changed by another tab is not part of the order.
      if (!isChangedElsewhere()) remove();
      isClosed = true;
    },
    watch: (listener) => {
      onConflict = listener;
      const unwatch = watchDraft(slot, () => {
        if (!isChangedElsewhere()) return;
        // A pending write would report the same conflict again.
        clearTimeout(timer);
        listener(losesChanges());
      });
      return () => {
        unwatch();
        onConflict = undefined;
      };
    },
    takeTheirs: () => {
      clearTimeout(timer);
      pending = undefined;
      lastSeen = storedDraftText(slot);
      return loadDraft(slot);
    },
    keepMine: (parts) => {
      lastSeen = storedDraftText(slot);
      pending = parts;
      flush();
    },
  };
}
