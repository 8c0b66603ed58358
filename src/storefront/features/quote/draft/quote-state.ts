import type { ProcessSelections } from '#domain/pricing/types.ts';
import { processKey } from '#domain/process-tree/process-tree.ts';
import type { QuoteCatalogue } from './catalogue-types.ts';
import { emptyFields, isBlank, withSelection, type PartDraft, type PartFields } from './draft.ts';
import { followCatalogue } from './follow-catalogue.ts';
import { copyPart, insertPart, movePart, removePart, restorePart } from './part-list.ts';
import type { QuoteAction, QuoteState } from './quote-actions.ts';
import { changeMaterial, repairPart, withObviousChoices } from './repair-part.ts';
import { stemOf } from './drawing-name.ts';
import { SIZE_FIELDS } from './size-text.ts';

/** The initial state: the parts adapted to the catalogue, or one empty part. */
export function initialState(
  parts: readonly PartFields[],
  catalogue: QuoteCatalogue,
  isTouched = false,
  leadClassId: number | null = null,
): QuoteState {
  const empty: QuoteState = { catalogue, parts: [], serverErrors: {}, nextKey: 1, leadClassId, isTouched };
  return { ...replaceParts(empty, parts), isTouched };
}

/** Beyond this number parts start collapsed: rendering 200 expanded ones takes seconds. */
const MAX_EXPANDED = 20;

/** Actions that change nothing that the customer has entered. */
const VIEW_ACTIONS: ReadonlySet<QuoteAction['type']> = new Set([
  'toggled',
  'allToggled',
  'noticesDismissed',
  'removalDismissed',
  'validated',
  'refused',
  'catalogueChanged',
]);

export function quoteReducer(state: QuoteState, action: QuoteAction): QuoteState {
  const next = withoutOldUndo(reduce(state, action), action);
  if (next === state || action.type === 'startedOver' || action.type === 'draftLoaded') return next;
  return VIEW_ACTIONS.has(action.type) || next.isTouched ? next : { ...next, isTouched: true };
}

/** Uploads and model readings may finish while a change at one part can be undone; undoing keeps their results. */
const survivesUndo = ({ bulkSourceKey }: QuoteState, type: QuoteAction['type']): boolean =>
  bulkSourceKey !== undefined && (type === 'filesChanged' || type === 'modelRead');

/** Drops a bulk undo after another edit, which undoing would lose. */
function withoutOldUndo(state: QuoteState, { type }: QuoteAction): QuoteState {
  return state.beforeBulk && !type.startsWith('bulk') && !VIEW_ACTIONS.has(type) && !survivesUndo(state, type)
    ? { ...state, beforeBulk: undefined }
    : state;
}

function reduce(state: QuoteState, action: QuoteAction): QuoteState {
  switch (action.type) {
    case 'added':
      return insertPart(state, state.parts.length, withObviousChoices(action.fields, state.catalogue));
    case 'copied':
      return copyPart(state, action.key);
    case 'moved':
      return movePart(state, action.key, action.by);
    case 'removed':
      return removePart(state, action.key);
    case 'removalUndone':
      return restorePart(state);
    case 'removalDismissed':
      return { ...state, removed: undefined };
    case 'toggled':
      return change(state, action.key, (part) => ({ ...part, isExpanded: !part.isExpanded }));
    case 'noticesDismissed':
      return change(state, action.key, (part) => ({ ...part, notices: [] }));
    case 'typed':
      return change(withoutError(state, action.key, action.field), action.key, (part) => ({
        ...part,
        // Both fields are the diameter.
        ...(part.isRound &&
          !part.modelFile &&
          isDiameter(action.field) && { length: action.text, width: action.text }),
        [action.field]: action.text,
      }));
    case 'roundChosen':
      return change(state, action.key, (part) => ({
        ...part,
        isRound: action.isRound,
        ...(action.isRound && { width: part.length }),
      }));
    case 'materialPicked':
      return change(withoutError(state, action.key, 'material'), action.key, (part) => {
        const { fields, notices } = changeMaterial(part, action.materialId, state.catalogue);
        return { ...fields, notices };
      });
    case 'optionPicked':
      return pickOption(state, action);
    case 'unreadRemoved':
      return change(withoutError(state, action.key, action.field), action.key, (part) => {
        const { [action.field]: _removed, ...unread } = part.unread;
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
        bulkSourceKey: undefined,
      };
    case 'bulkFileMoved':
      return moveFile(state, action);
    case 'bulkUndone':
      return state.beforeBulk ? { ...state, parts: state.beforeBulk, beforeBulk: undefined } : state;
    case 'leadClassPicked':
      return { ...state, leadClassId: action.leadClassId };
    case 'allToggled':
      return { ...state, parts: state.parts.map((part) => ({ ...part, isExpanded: action.isExpanded })) };
    case 'filesChanged':
      return updateFiles(withoutError(state, action.key, 'fileIds'), action);
    case 'modelChanged':
    case 'modelRead':
      return updateFiles(
        SIZE_FIELDS.reduce((next, field) => withoutError(next, action.key, field), state),
        action,
      );
    case 'validated':
      return showErrors(state, action.keysWithErrors);
    case 'refused':
      return { ...showErrors(state, Object.keys(action.errors)), serverErrors: action.errors };
    case 'startedOver':
      return { ...replaceParts(state, action.parts), leadClassId: action.leadClassId ?? null };
    case 'draftLoaded':
      return { ...replaceParts(state, action.parts), isTouched: true };
    case 'catalogueChanged':
      return {
        ...state,
        catalogue: action.catalogue,
        parts: state.parts.map((part) => adaptPart(part, state.catalogue, action.catalogue)),
      };
  }
}

const isDiameter = (field: string) => field === 'length' || field === 'width';

function change(state: QuoteState, key: string, update: (part: PartDraft) => PartDraft): QuoteState {
  return { ...state, parts: state.parts.map((part) => (part.key === key ? update(part) : part)) };
}

function pickOption(
  state: QuoteState,
  { key, processId, optionId }: Extract<QuoteAction, { type: 'optionPicked' }>,
): QuoteState {
  return change(withoutError(state, key, `process_${processId}`), key, (part) => {
    const chosenBefore = { ...part.chosenBefore, ...part.selections };
    const picked = withSelection(part.selections, processId, optionId);
    const selections = withNested(picked, optionId, chosenBefore);
    const { [`process_${processId}`]: _removed, ...unread } = part.unread;
    // Choices nested in the previous option disappear visibly, by the customer's own action: no notice.
    return withObviousChoices(
      repairPart({ ...part, selections, unread, chosenBefore }, state.catalogue).fields,
      state.catalogue,
    );
  });
}

/** Restores earlier choices nested under the option, at any depth. */
function withNested(
  selections: Readonly<ProcessSelections>,
  optionId: number,
  before: Readonly<ProcessSelections>,
): Readonly<ProcessSelections> {
  const key = processKey(optionId);
  const inner = before[key];
  return inner === undefined || key in selections
    ? selections
    : withNested({ ...selections, [key]: inner }, inner, before);
}

/** Also updates the removed part, which may be restored. */
function updateFiles(
  state: QuoteState,
  {
    type,
    key,
    change: changeFiles,
  }: Extract<QuoteAction, { type: 'filesChanged' | 'modelChanged' | 'modelRead' }>,
): QuoteState {
  const update = (part: PartDraft): PartDraft => ({ ...part, ...changeFiles(part) });
  const { removed } = state;
  const beforeBulk = survivesUndo(state, type)
    ? state.beforeBulk?.map((part) => (part.key === key ? update(part) : part))
    : state.beforeBulk;
  const updatedRemoval = removed?.part.key === key ? { ...removed, part: update(removed.part) } : removed;
  return change({ ...state, removed: updatedRemoval, beforeBulk }, key, update);
}

/** Removes unsuitable choices with a notice, as when one part's material changes. */
function bulkSet(
  state: QuoteState,
  { fields, added, after }: Extract<QuoteAction, { type: 'bulkSet' }>,
): QuoteState {
  const { catalogue } = state;
  const parts = state.parts.map((part): PartDraft => {
    const next = fields.get(part.key);
    if (!next) return part;
    const changed = { ...part, ...next };
    if (next.materialId === null || next.materialId === part.materialId)
      return withRepairs(changed, catalogue);
    const { fields: suited, notices } = changeMaterial(changed, next.materialId, catalogue);
    return { ...suited, notices };
  });
  // Below the part `after`; at the end if there is none, because the index -1 + 1 is 0.
  const position = parts.findIndex(({ key }) => key === after) + 1 || parts.length;
  const filled = added.reduce<QuoteState>(
    (next, newPart, index) =>
      insertPart(
        next,
        position + index,
        newPart.materialId === null ? newPart : changeMaterial(newPart, newPart.materialId, catalogue).fields,
        added.length <= MAX_EXPANDED && next.parts.length < MAX_EXPANDED,
      ),
    { ...state, parts },
  );
  const errors = Object.entries(state.serverErrors).filter(([key]) => !fields.has(key));
  return {
    ...filled,
    serverErrors: Object.fromEntries(errors),
    beforeBulk: state.parts,
    bulkSourceKey: after,
  };
}

function moveFile(
  state: QuoteState,
  { id, from, to }: Extract<QuoteAction, { type: 'bulkFileMoved' }>,
): QuoteState {
  const file = state.parts.find(({ key }) => key === from)?.files.find((candidate) => candidate.id === id);
  if (!file || !state.parts.some(({ key }) => key === to)) return state;
  const otherFiles = (part: PartDraft) => part.files.filter((candidate) => candidate.id !== id);
  const parts = state.parts.flatMap((part): PartDraft[] => {
    if (part.key === to) return [{ ...part, files: [...otherFiles(part), file] }];
    if (part.key !== from) return [part];
    const remaining = { ...part, files: otherFiles(part) };
    const isNamedByFile = part.name === stemOf(file.name).slice(0, 60);
    const isEmpty =
      part.pendingFiles === 0 && isBlank({ ...remaining, name: isNamedByFile ? '' : part.name });
    return isEmpty ? [] : [remaining];
  });
  const cleared = withoutError(withoutError(state, from, 'fileIds'), to, 'fileIds');
  return { ...cleared, parts, beforeBulk: state.parts, bulkSourceKey: to };
}

function showErrors(state: QuoteState, keysToExpand: readonly string[]): QuoteState {
  const parts = state.parts.map((part) =>
    part.showsErrors && (part.isExpanded || !keysToExpand.includes(part.key))
      ? part
      : { ...part, showsErrors: true, isExpanded: part.isExpanded || keysToExpand.includes(part.key) },
  );
  return { ...state, parts };
}

function replaceParts(
  { catalogue, nextKey, leadClassId }: QuoteState,
  parts: readonly PartFields[],
): QuoteState {
  const start: QuoteState = {
    catalogue,
    parts: [],
    serverErrors: {},
    nextKey,
    leadClassId,
    isTouched: false,
  };
  const newParts = parts.length > 0 ? parts : [emptyFields];
  const isExpanded = newParts.length <= MAX_EXPANDED;
  const filled = newParts.reduce(
    (next, fields) => insertPart(next, next.parts.length, fields, isExpanded),
    start,
  );
  return { ...filled, parts: filled.parts.map((part) => withRepairs(part, catalogue)) };
}

function adaptPart(part: PartDraft, before: QuoteCatalogue, after: QuoteCatalogue): PartDraft {
  const { fields, notices } = followCatalogue(part, before, after);
  return notices.length === 0 ? part : { ...fields, notices };
}

/** Returns the same object if nothing had to be removed. */
function withRepairs(part: PartDraft, catalogue: QuoteCatalogue): PartDraft {
  const { fields, notices } = repairPart(part, catalogue);
  return notices.length === 0 ? part : { ...fields, notices };
}

function withoutError(state: QuoteState, key: string, field: string): QuoteState {
  const errors = state.serverErrors[key];
  if (errors?.[field] === undefined) return state;
  const { [field]: _removed, ...rest } = errors;
  return { ...state, serverErrors: { ...state.serverErrors, [key]: rest } };
}
