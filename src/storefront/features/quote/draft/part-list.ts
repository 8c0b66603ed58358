import type { PartDraft, PartFields } from './draft.ts';
import type { QuoteState } from './quote-actions.ts';
import { MAX_ITEMS } from './validation.ts';

/* Reducers that add, copy, move and remove parts. */

export function insertPart(
  state: QuoteState,
  index: number,
  fields: PartFields,
  isExpanded = true,
): QuoteState {
  if (state.parts.length >= MAX_ITEMS) return state;
  const part: PartDraft = {
    ...fields,
    key: `part-${state.nextKey}`,
    isExpanded,
    showsErrors: false,
    pendingFiles: 0,
    notices: [],
  };
  return { ...state, parts: state.parts.toSpliced(index, 0, part), nextKey: state.nextKey + 1 };
}

export function copyPart(state: QuoteState, key: string): QuoteState {
  const index = state.parts.findIndex((part) => part.key === key);
  const part = state.parts[index];
  if (!part) return state;
  return insertPart(state, index + 1, { ...part, name: copyName(part.name.trim(), state.parts) });
}

/** `支架 副本`, then `支架 副本 2`, even for the copy of a copy; '' for a part without a name. */
function copyName(name: string, parts: readonly PartDraft[]): string {
  if (name === '') return '';
  const base = name.replace(/ 副本(?: \d+)?$/, '');
  const taken = new Set(parts.map((part) => part.name.trim()));
  for (let copy = 1; ; copy += 1) {
    const suffix = copy === 1 ? ' 副本' : ` 副本 ${copy}`;
    const next = base.slice(0, 60 - suffix.length) + suffix;
    if (!taken.has(next)) return next;
  }
}

export function movePart(state: QuoteState, key: string, by: 1 | -1): QuoteState {
  const from = state.parts.findIndex((part) => part.key === key);
  const part = state.parts[from];
  const to = from + by;
  if (!part || to < 0 || to >= state.parts.length) return state;
  return { ...state, parts: state.parts.toSpliced(from, 1).toSpliced(to, 0, part) };
}

export function removePart(state: QuoteState, key: string): QuoteState {
  const index = state.parts.findIndex((part) => part.key === key);
  const part = state.parts[index];
  if (!part) return state;
  return { ...state, parts: state.parts.toSpliced(index, 1), removed: { part, index } };
}

export function restorePart(state: QuoteState): QuoteState {
  if (!state.removed) return state;
  const { part, index } = state.removed;
  return { ...state, parts: state.parts.toSpliced(index, 0, part), removed: undefined };
}
