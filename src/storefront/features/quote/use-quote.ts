import { useEffect, useReducer, useRef, useState } from 'react';
import { notify } from '#providers/notices.ts';
import type { QuoteCatalogue } from './draft/catalogue-types.ts';
import { createDraftKeeper, type DraftKeeper } from './draft/draft-keeper.ts';
import { loadDraft, type DraftSlot } from './draft/draft-storage.ts';
import { fieldsFromDefault, type DefaultPart, type PartFields } from './draft/draft.ts';
import type { QuoteOrigin } from './quote-origin.ts';
import { initialState, quoteReducer, type Dispatch, type QuoteState } from './draft/quote-state.ts';

interface QuoteStart {
  catalogue: QuoteCatalogue;
  defaultPart: DefaultPart;
  origin: QuoteOrigin | undefined;
  userId: number;
}

/**
 * The parts on the page: the stored draft, else the order's parts, else the default configuration; stored as they
 * change.
 */
export function useQuote({ catalogue, defaultPart, origin, userId }: QuoteStart): {
  state: QuoteState;
  dispatch: Dispatch;
  keeper: DraftKeeper;
} {
  const [{ slot, draft }] = useState(() => {
    const ours: DraftSlot = { userId, orderId: origin?.orderId ?? null };
    return { slot: ours, draft: loadDraft(ours) };
  });
  const [keeper] = useState(() => createDraftKeeper(slot));
  const [state, dispatch] = useReducer(quoteReducer, undefined, () =>
    initialState(draft ?? initialParts(defaultPart, origin), catalogue, draft !== undefined),
  );
  if (state.catalogue !== catalogue) dispatch({ type: 'catalogueChanged', catalogue });
  useKept(keeper, state);
  return { state, dispatch, keeper };
}

/** The parts the page starts with when there is no draft. */
export function initialParts(
  defaultPart: DefaultPart,
  origin: QuoteOrigin | undefined,
): readonly PartFields[] {
  return origin?.parts ?? [fieldsFromDefault(defaultPart)];
}

function useKept(keeper: DraftKeeper, { parts, isTouched }: QuoteState): void {
  useEffect(() => {
    if (isTouched) keeper.keep(parts);
    else keeper.discard();
  }, [keeper, parts, isTouched]);
  useEffect(() => {
    globalThis.addEventListener('pagehide', keeper.flush);
    return () => {
      globalThis.removeEventListener('pagehide', keeper.flush);
      keeper.flush();
    };
  }, [keeper]);
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
