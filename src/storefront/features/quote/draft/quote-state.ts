import type { FieldErrors } from '#contract/errors.ts';
import type { QuoteCatalogue } from './catalogue-types.ts';
import { emptyFields, withSelection, type PartDraft, type PartFields, type TypedField } from './draft.ts';
import { followCatalogue } from './follow-catalogue.ts';
import { changeMaterial, repairPart, withObviousChoices } from './repair-part.ts';
import { MAX_ITEMS } from './validation.ts';

export interface QuoteState {
  /** The catalogue that the parts match. */
  readonly catalogue: QuoteCatalogue;
  readonly parts: readonly PartDraft[];
  /** The part removed last and its index, for undo. */
  readonly removed?: { readonly part: PartDraft; readonly index: number };
  /** The parts before the last change of several parts, until one of them changes again. */
  readonly beforeBulk?: readonly PartDraft[];
  /** Errors from the server, by part key; an error is cleared when its field changes. */
  readonly serverErrors: Readonly<Record<string, FieldErrors>>;
  readonly nextKey: number;
  /** Whether the customer has changed anything: untouched parts are not stored as a draft. */
  readonly isTouched: boolean;
}

export type QuoteAction =
  | { type: 'added'; fields: PartFields }
  | { type: 'copied' | 'removed' | 'toggled' | 'noticesRead'; key: string }
  | { type: 'moved'; key: string; by: 1 | -1 }
  | { type: 'restored' | 'removalAccepted' }
  | { type: 'typed'; key: string; field: TypedField; text: string }
  | { type: 'materialPicked'; key: string; materialId: number }
  | { type: 'optionPicked'; key: string; processId: number; optionId: number }
  | { type: 'unreadRemoved'; key: string; field: string }
  /** Changes several parts and adds others at the end, in one step that can be undone. */
  | {
      type: 'bulkSet';
      fields: ReadonlyMap<string, PartFields>;
      added: readonly PartFields[];
    }
  | { type: 'bulkRemoved'; keys: ReadonlySet<string> }
  | { type: 'bulkUndone' }
  | { type: 'allToggled'; isOpen: boolean }
  | { type: 'filesChanged'; key: string; change: (part: PartDraft) => Partial<FileState> }
  | { type: 'checked'; keysWithErrors: readonly string[] }
  | { type: 'refused'; errors: Readonly<Record<string, FieldErrors>> }
  | { type: 'replaced' | 'loaded'; parts: readonly PartFields[] }
  | { type: 'catalogueChanged'; catalogue: QuoteCatalogue };

/** The part's files and the number still uploading. */
type FileState = Pick<PartDraft, 'files' | 'pendingFiles'>;

export type Dispatch = (action: QuoteAction) => void;

/** The page's first state: the parts adapted to the catalogue, or one empty part. */
export function initialState(
  parts: readonly PartFields[],
  catalogue: QuoteCatalogue,
  isTouched = false,
): QuoteState {
  const empty: QuoteState = { catalogue, parts: [], serverErrors: {}, nextKey: 1, isTouched };
  return { ...replaced(empty, parts), isTouched };
}

/** More parts start collapsed: 200 open ones would take seconds to draw. */
const MAX_OPEN = 20;

const VIEW_ACTIONS: ReadonlySet<QuoteAction['type']> = new Set([
  'toggled',
  'allToggled',
  'noticesRead',
  'removalAccepted',
  'checked',
  'refused',
  'catalogueChanged',
]);

export function quoteReducer(state: QuoteState, action: QuoteAction): QuoteState {
  const next = withoutOldUndo(reduce(state, action), action);
  if (next === state || action.type === 'replaced' || action.type === 'loaded') return next;
  return VIEW_ACTIONS.has(action.type) || next.isTouched ? next : { ...next, isTouched: true };
}

/** An edit after a change of several parts would be lost by undoing that change. */
function withoutOldUndo(state: QuoteState, { type }: QuoteAction): QuoteState {
  return state.beforeBulk && !type.startsWith('bulk') && !VIEW_ACTIONS.has(type)
    ? { ...state, beforeBulk: undefined }
    : state;
}

function reduce(state: QuoteState, action: QuoteAction): QuoteState {
  switch (action.type) {
    case 'added':
      return insert(state, state.parts.length, withObviousChoices(action.fields, state.catalogue));
    case 'copied':
      return copied(state, action.key);
    case 'moved':
      return moved(state, action.key, action.by);
    case 'removed':
      return removed(state, action.key);
    case 'restored':
      return restored(state);
    case 'removalAccepted':
      return { ...state, removed: undefined };
    case 'toggled':
      return change(state, action.key, (part) => ({ ...part, isOpen: !part.isOpen }));
    case 'noticesRead':
      return change(state, action.key, (part) => ({ ...part, notices: [] }));
    case 'typed':
      return change(withoutError(state, action.key, action.field), action.key, (part) => ({
        ...part,
        [action.field]: action.text,
      }));
    case 'materialPicked':
      return change(withoutError(state, action.key, 'material'), action.key, (part) => {
        const { fields, notices } = changeMaterial(part, action.materialId, state.catalogue);
        return { ...fields, notices };
      });
    case 'optionPicked':
      return optionPicked(state, action);
    case 'unreadRemoved':
      return change(withoutError(state, action.key, action.field), action.key, (part) => {
        const { [action.field]: _read, ...unread } = part.unread;
        return withObviousChoices({ ...part, unread }, state.catalogue);
      });
    case 'bulkSet':
      return bulkSet(state, action);
    case 'bulkRemoved':
      return {
        ...state,
        parts: state.parts.filter(({ key }) => !action.keys.has(key)),
        removed: undefined,
        beforeBulk: state.parts,
      };
    case 'bulkUndone':
      return state.beforeBulk ? { ...state, parts: state.beforeBulk, beforeBulk: undefined } : state;
    case 'allToggled':
      return { ...state, parts: state.parts.map((part) => ({ ...part, isOpen: action.isOpen })) };
    case 'filesChanged':
      return filesChanged(withoutError(state, action.key, 'fileIds'), action);
    case 'checked':
      return checked(state, action.keysWithErrors);
    case 'refused':
      return { ...checked(state, Object.keys(action.errors)), serverErrors: action.errors };
    case 'replaced':
      return replaced(state, action.parts);
    case 'loaded':
      return { ...replaced(state, action.parts), isTouched: true };
    case 'catalogueChanged':
      return {
        ...state,
        catalogue: action.catalogue,
        parts: state.parts.map((part) => followed(part, state.catalogue, action.catalogue)),
      };
  }
}

function change(state: QuoteState, key: string, update: (part: PartDraft) => PartDraft): QuoteState {
  return { ...state, parts: state.parts.map((part) => (part.key === key ? update(part) : part)) };
}

function insert(state: QuoteState, index: number, fields: PartFields, isOpen = true): QuoteState {
  if (state.parts.length >= MAX_ITEMS) return state;
  const part: PartDraft = {
    ...fields,
    key: `part-${state.nextKey}`,
    isOpen,
    isChecked: false,
    pendingFiles: 0,
    notices: [],
  };
  return { ...state, parts: state.parts.toSpliced(index, 0, part), nextKey: state.nextKey + 1 };
}

function copied(state: QuoteState, key: string): QuoteState {
  const index = state.parts.findIndex((part) => part.key === key);
  const part = state.parts[index];
  if (!part) return state;
  return insert(state, index + 1, { ...part, name: copyName(part.name.trim(), state.parts) });
}

/** `支架 副本`, then `支架 副本 2`, also for the copy of a copy; '' for a part without a name. */
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

function moved(state: QuoteState, key: string, by: 1 | -1): QuoteState {
  const from = state.parts.findIndex((part) => part.key === key);
  const part = state.parts[from];
  const to = from + by;
  if (!part || to < 0 || to >= state.parts.length) return state;
  return { ...state, parts: state.parts.toSpliced(from, 1).toSpliced(to, 0, part) };
}

function removed(state: QuoteState, key: string): QuoteState {
  const index = state.parts.findIndex((part) => part.key === key);
  const part = state.parts[index];
  if (!part) return state;
  return { ...state, parts: state.parts.toSpliced(index, 1), removed: { part, index } };
}

function restored(state: QuoteState): QuoteState {
  if (!state.removed) return state;
  const { part, index } = state.removed;
  return { ...state, parts: state.parts.toSpliced(index, 0, part), removed: undefined };
}

function optionPicked(
  state: QuoteState,
  { key, processId, optionId }: Extract<QuoteAction, { type: 'optionPicked' }>,
): QuoteState {
  return change(withoutError(state, key, `process_${processId}`), key, (part) => {
    const selections = withSelection(part.selections, processId, optionId);
    const { [`process_${processId}`]: _read, ...unread } = part.unread;
    // Choices nested in the previous option disappear visibly, by the customer's own action: no notice.
    return withObviousChoices(
      repairPart({ ...part, selections, unread }, state.catalogue).fields,
      state.catalogue,
    );
  });
}

/** Also updates a removed part, since it may be restored. */
function filesChanged(
  state: QuoteState,
  { key, change: changeFiles }: Extract<QuoteAction, { type: 'filesChanged' }>,
): QuoteState {
  const update = (part: PartDraft): PartDraft => ({ ...part, ...changeFiles(part) });
  const { removed } = state;
  return change(
    removed?.part.key === key ? { ...state, removed: { ...removed, part: update(removed.part) } } : state,
    key,
    update,
  );
}

/** An unsuitable choice falls away with a notice, as when one part's material changes. */
function bulkSet(
  state: QuoteState,
  { fields, added }: Extract<QuoteAction, { type: 'bulkSet' }>,
): QuoteState {
  const { catalogue } = state;
  const parts = state.parts.map((part): PartDraft => {
    const next = fields.get(part.key);
    if (!next) return part;
    const changed = { ...part, ...next };
    if (next.materialId === null || next.materialId === part.materialId) return repaired(changed, catalogue);
    const { fields: suited, notices } = changeMaterial(changed, next.materialId, catalogue);
    return { ...suited, notices };
  });
  const filled = added.reduce<QuoteState>(
    (next, one) =>
      insert(
        next,
        next.parts.length,
        one.materialId === null ? one : changeMaterial(one, one.materialId, catalogue).fields,
        next.parts.length < MAX_OPEN,
      ),
    { ...state, parts },
  );
  const errors = Object.entries(state.serverErrors).filter(([key]) => !fields.has(key));
  return { ...filled, serverErrors: Object.fromEntries(errors), beforeBulk: state.parts };
}

function checked(state: QuoteState, keysToOpen: readonly string[]): QuoteState {
  const parts = state.parts.map((part) =>
    part.isChecked && (part.isOpen || !keysToOpen.includes(part.key))
      ? part
      : { ...part, isChecked: true, isOpen: part.isOpen || keysToOpen.includes(part.key) },
  );
  return { ...state, parts };
}

function replaced({ catalogue, nextKey }: QuoteState, parts: readonly PartFields[]): QuoteState {
  const start: QuoteState = { catalogue, parts: [], serverErrors: {}, nextKey, isTouched: false };
  const wanted = parts.length > 0 ? parts : [emptyFields];
  const isOpen = wanted.length <= MAX_OPEN;
  const filled = wanted.reduce((next, fields) => insert(next, next.parts.length, fields, isOpen), start);
  return { ...filled, parts: filled.parts.map((part) => repaired(part, catalogue)) };
}

function followed(part: PartDraft, before: QuoteCatalogue, after: QuoteCatalogue): PartDraft {
  const { fields, notices } = followCatalogue(part, before, after);
  return notices.length === 0 ? part : { ...fields, notices };
}

/** Returns the same object when the catalogue still fits. */
function repaired(part: PartDraft, catalogue: QuoteCatalogue): PartDraft {
  const { fields, notices } = repairPart(part, catalogue);
  return notices.length === 0 ? part : { ...fields, notices };
}

function withoutError(state: QuoteState, key: string, field: string): QuoteState {
  const errors = state.serverErrors[key];
  if (errors?.[field] === undefined) return state;
  const { [field]: _gone, ...rest } = errors;
  return { ...state, serverErrors: { ...state.serverErrors, [key]: rest } };
}
