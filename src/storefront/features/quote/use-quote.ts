import { useEffect, useReducer, useRef, useState } from 'react';
import { notify } from '#providers/notices.ts';
import { useUnloadGuard } from '#storefront/ui/use-unload-guard.ts';
import type { QuoteCatalogue } from './draft/catalogue-types.ts';
import { createDraftSaver, type DraftSaver } from './draft/storage/draft-saver.ts';
import { loadDraft, type DraftSlot, loadLead, saveLead } from './draft/storage/draft-storage.ts';
import { fieldsFromDefault, type DefaultPart, type PartFields } from './draft/draft.ts';
import type { QuoteOrigin } from './quote-origin.ts';
import { withObviousChoices } from './draft/repair-part.ts';
import type { Dispatch, QuoteState } from './draft/quote-actions.ts';
import { initialState, quoteReducer } from './draft/quote-state.ts';

interface QuoteStart {
  catalogue: QuoteCatalogue;
  defaultPart: DefaultPart;
  origin: QuoteOrigin | undefined;
  userId: number;
  /** The customer for whom staff act: 0 until one is chosen; undefined if the user is the customer. */
  forUserId: number | undefined;
}

/** A change by another tab to this page's draft. */
export interface OtherTab {
  /** `loss`: loading the other tab's draft would discard changes on this page. Undefined without a change. */
  change: 'harmless' | 'loss' | undefined;
  /** Loads the other tab's parts; starts over if it ordered or discarded them. */
  load: () => void;
  keepMine: () => void;
  /** Asks the customer, even though nothing unsaved would be lost. */
  ask: () => void;
  /** Dismisses the question; the next change on this page asks again. */
  decideLater: () => void;
}

/** The parts on the page: the stored draft, else the order's parts, else a default part. Stores changes as a draft. */
export function useQuote({ catalogue, defaultPart, origin, userId, forUserId }: QuoteStart): {
  state: QuoteState;
  dispatch: Dispatch;
  saver: DraftSaver;
  /** Resets to the initial parts. */
  startOver: () => void;
  otherTab: OtherTab;
} {
  const [{ slot, draft }] = useState(() => {
    const draftSlot: DraftSlot = { userId, orderId: origin?.orderId ?? null, forUserId };
    return { slot: draftSlot, draft: loadDraft(draftSlot) };
  });
  const [saver] = useState(() => createDraftSaver(slot));
  const [state, dispatch] = useReducer(quoteReducer, undefined, () =>
    initialState(
      draft ?? initialParts(defaultPart, origin, catalogue),
      catalogue,
      draft !== undefined,
      draft ? loadLead(slot) : (origin?.leadClassId ?? null),
    ),
  );
  if (state.catalogue !== catalogue) dispatch({ type: 'catalogueChanged', catalogue });
  useStoredDraft(saver, state);
  useUnsentFiles(state.parts, dispatch);
  const { leadClassId, isTouched } = state;
  useEffect(() => saveLead(slot, isTouched ? leadClassId : null), [slot, leadClassId, isTouched]);
  const [change, setChange] = useState<OtherTab['change']>();
  useEffect(() => saver.watch((losesChanges) => setChange(losesChanges ? 'loss' : 'harmless')), [saver]);
  const startOver = () =>
    dispatch({
      type: 'startedOver',
      parts: initialParts(defaultPart, origin, catalogue),
      leadClassId: origin?.leadClassId ?? null,
    });
  const otherTab: OtherTab = {
    change,
    load: () => {
      setChange(undefined);
      const parts = saver.takeTheirs();
      if (parts) dispatch({ type: 'draftLoaded', parts });
      else startOver();
    },
    keepMine: () => {
      setChange(undefined);
      saver.keepMine(state.parts);
    },
    ask: () => setChange('loss'),
    decideLater: () => setChange(undefined),
  };
  return { state, dispatch, saver, startOver, otherTab };
}

/** Loads the other tab's draft if that loses nothing on this page. Returns whether the customer has to choose a version. */
export function useOtherTab({ change, load, ask }: OtherTab, isBusy: boolean): boolean {
  useEffect(() => {
    if (change !== 'harmless') return;
    if (isBusy) return ask();
    load();
    notify({ type: 'info', message: '已载入另一个标签页的最新内容' });
    // oxlint-disable-next-line react/exhaustive-deps -- decided once per change
  }, [change]);
  return change === 'loss';
}

/** The initial parts without a draft. */
function initialParts(
  defaultPart: DefaultPart,
  origin: QuoteOrigin | undefined,
  catalogue: QuoteCatalogue,
): readonly PartFields[] {
  return origin?.parts ?? [withObviousChoices(fieldsFromDefault(defaultPart), catalogue)];
}

function useStoredDraft(saver: DraftSaver, { parts, isTouched }: QuoteState): void {
  useEffect(() => {
    if (isTouched) saver.save(parts);
    else saver.discard();
  }, [saver, parts, isTouched]);
  useEffect(() => {
    globalThis.addEventListener('pagehide', saver.flush);
    return () => {
      globalThis.removeEventListener('pagehide', saver.flush);
      saver.flush();
    };
  }, [saver]);
}

/** Warns before pending uploads are lost: the browser asks before unloading, other storefront pages show a notice. */
function useUnsentFiles(parts: QuoteState['parts'], dispatch: Dispatch): void {
  const hasUnsent = parts.some(({ pendingFiles }) => pendingFiles > 0);
  useUnloadGuard(hasUnsent);
  const wasUnsent = useRef(false);
  useEffect(() => {
    wasUnsent.current = hasUnsent;
  }, [hasUnsent]);
  useEffect(
    () => () => {
      if (!wasUnsent.current) return;
      notify({ type: 'warning', message: '有附件没有上传完成，请回到报价页重新添加' });
      void import('./upload/upload-queue.ts').then(({ cancelUploads }) => cancelUploads(dispatch));
    },
    [dispatch],
  );
}
