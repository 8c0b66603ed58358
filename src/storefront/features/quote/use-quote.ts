import { useEffect, useReducer, useRef, useState } from 'react';
import { notify } from '#providers/notices.ts';
import type { QuoteCatalogue } from './draft/catalogue-types.ts';
import { createDraftSaver, type DraftSaver } from './draft/draft-saver.ts';
import { loadDraft, type DraftSlot } from './draft/draft-storage.ts';
import { fieldsFromDefault, type DefaultPart, type PartFields } from './draft/draft.ts';
import type { QuoteOrigin } from './quote-origin.ts';
import { withObviousChoices } from './draft/repair-part.ts';
import { initialState, quoteReducer, type Dispatch, type QuoteState } from './draft/quote-state.ts';

interface QuoteStart {
  catalogue: QuoteCatalogue;
  defaultPart: DefaultPart;
  origin: QuoteOrigin | undefined;
  userId: number;
}

/** What another tab did to the draft of this page. */
export interface OtherTab {
  isChangedElsewhere: boolean;
  /** Shows the other tab's parts; new ones if it ordered or discarded them. */
  load: () => void;
  keepMine: () => void;
}

/**
 * The parts on the page: the stored draft, else the order's parts, else the default configuration. Changes are stored as
 * a draft.
 */
export function useQuote({ catalogue, defaultPart, origin, userId }: QuoteStart): {
  state: QuoteState;
  dispatch: Dispatch;
  saver: DraftSaver;
  otherTab: OtherTab;
} {
  const [{ slot, draft }] = useState(() => {
    const ours: DraftSlot = { userId, orderId: origin?.orderId ?? null };
    return { slot: ours, draft: loadDraft(ours) };
  });
  const [saver] = useState(() => createDraftSaver(slot));
  const [state, dispatch] = useReducer(quoteReducer, undefined, () =>
    initialState(draft ?? initialParts(defaultPart, origin, catalogue), catalogue, draft !== undefined),
  );
  if (state.catalogue !== catalogue) dispatch({ type: 'catalogueChanged', catalogue });
  useStoredDraft(saver, state);
  const [isChangedElsewhere, setChangedElsewhere] = useState(false);
  useEffect(() => saver.watch(() => setChangedElsewhere(true)), [saver]);
  const otherTab: OtherTab = {
    isChangedElsewhere,
    load: () => {
      setChangedElsewhere(false);
      const parts = saver.takeTheirs();
      dispatch(
        parts
          ? { type: 'loaded', parts }
          : { type: 'replaced', parts: initialParts(defaultPart, origin, catalogue) },
      );
    },
    keepMine: () => {
      setChangedElsewhere(false);
      saver.keepMine(state.parts);
    },
  };
  return { state, dispatch, saver, otherTab };
}

/** The parts the page starts with when there is no draft. */
export function initialParts(
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
  const hasUnsent = useRef(false);
  useEffect(() => {
    hasUnsent.current = parts.some(({ pendingFiles }) => pendingFiles > 0);
  }, [parts]);
  useEffect(
    () => () => {
      if (hasUnsent.current) notify({ type: 'warning', message: '有附件没有上传完成，请回到报价页重新添加' });
    },
    [],
  );
}
