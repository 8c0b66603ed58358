import { flushSync } from 'react-dom';
import { notify } from '#providers/notices.ts';
import { isBlank, partTitle, type PartDraft, type PartFields } from '../draft/draft.ts';
import { focusField } from '../draft/field-focus.ts';
import type { Dispatch, QuoteState } from '../draft/quote-actions.ts';
import { readPieces } from '../draft/size-text.ts';
import { MAX_ITEMS } from '../draft/validation.ts';
import { isListFile, readListFile } from '../upload/list-file.ts';
import { addUploads } from '../upload/upload-queue.ts';
import { findPartOfDrawing, stemOf } from '../draft/drawing-name.ts';
import { isModelFile } from '#storefront/ui/order/model-files.ts';
import { withPlainName } from '#storefront/ui/order/plain-name.ts';
import { namesOf, filterUsable } from '../upload/refused-files.ts';
import { createModel, fileIdOf, prepareReplacement } from './replace-model.ts';
import { fileOf, readFile } from './readings.ts';
import { hasSameContent } from '../upload/same-content.ts';

interface Placement {
  files: readonly File[];
  /** The part that gets all drawings and the first model. Without it each model becomes a part; drawings are matched by name. */
  partKey: string | undefined;
  /** Whether a file may become a second part of the same model. */
  isRepeatAllowed?: boolean;
  latest: () => QuoteState;
  /** The content of a new part. */
  newPart: PartFields;
  dispatch: Dispatch;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
  /** Called with the text of a table file, which is read as a list of parts. */
  onList: (text: string) => void;
}

/** The files of one part. */
interface Group {
  name: string;
  model?: File;
  attached: File[];
}

/** Files that were not placed, because a part already has the same model. */
export interface RepeatedFiles {
  /** The part that has the model, or the parts of an assembly quoted body by body, with their pieces per file. */
  parts: readonly { key: string; pieces: number }[];
  /** Title of the first part. */
  partTitle: string;
  model: File;
  attached: readonly File[];
}

type Attach = (part: Pick<PartDraft, 'key' | 'files'>, drawings: readonly File[]) => void;
type PlacementContext = Pick<Placement, 'newPart' | 'dispatch'> & { state: QuoteState; attach: Attach };

/**
 * Adds files as models and drawings to a part, or to new parts named after them, and focuses the first part. Resolves with
 * the files whose model a part already has.
 */
export async function placeFiles(placement: Placement): Promise<readonly RepeatedFiles[]> {
  const renamed = placement.files.map(withPlainName);
  const tables = renamed.filter(isListFile);
  const files = renamed.filter((file) => !tables.includes(file));
  const repeated = await placeModels({ ...placement, files });
  const text = await readListFile(tables);
  if (text !== undefined) placement.onList(text);
  return repeated;
}

async function placeModels(placement: Placement): Promise<readonly RepeatedFiles[]> {
  const { partKey, latest, newPart, dispatch, announce } = placement;
  const files = filterUsable(placement.files);
  const { groups, matched } =
    partKey === undefined ? groupFiles(files, latest().parts) : { groups: [], matched: [] };
  const { fresh, repeats } = placement.isRepeatAllowed
    ? { fresh: groups, repeats: [] }
    : await separateRepeats(groups, latest().parts);
  const initialPart = latest().parts.find(({ key }) => key === partKey);
  const model = initialPart && files.find(isModelFile);
  const change = initialPart && model && (await prepareReplacement(initialPart, model));
  const state = latest();
  const uploads: Promise<void>[] = [];
  const attach: Attach = (part, drawings) =>
    void uploads.push(addUploads(part.key, drawings, part.files, dispatch));
  const blank = state.parts.length === 1 ? state.parts.find(isBlank) : undefined;
  const target = state.parts.find(({ key }) => key === partKey);
  if (files.length > 0 && (partKey !== undefined || fresh.length + matched.length > 0)) {
    for (const { part, drawings } of matched) attach(part, drawings);
    const context: PlacementContext = { state, newPart, dispatch, attach };
    const rejected = flushSync(() => {
      if (!target)
        return addParts(partKey === undefined ? fresh : groupFiles(files, []).groups, blank, context);
      if (change) dispatch({ type: 'modelChanged', key: target.key, change });
      return placeOn(target, files, context);
    });
    await Promise.all(uploads);
    if (rejected.length > 0) {
      const message = `一次最多报价 ${MAX_ITEMS} 个零件，没有加入：${namesOf(rejected)}`;
      notify({ type: 'warning', message });
    }
    const skipped = repeats.reduce((sum, { group }) => sum + 1 + group.attached.length, rejected.length);
    announce(`已添加 ${files.length - skipped} 个文件`);
    const firstMatched = fresh.length > 0 ? undefined : matched[0]?.part;
    focusField(target?.key ?? firstMatched?.key ?? blank?.key ?? `part-${state.nextKey}`, '');
  }
  const repeated = await Promise.all(
    repeats.map(({ group, original }) => describeRepeat(group, original, latest().parts)),
  );
  return repeated.filter((entry) => entry !== undefined);
}

/** Places all files but the first model. Returns those that would exceed the limit on parts. */
function placeOn(part: PartDraft, files: readonly File[], context: PlacementContext): readonly File[] {
  const [, ...others] = files.filter(isModelFile);
  const drawings = files.filter((file) => !isModelFile(file));
  if (drawings.length > 0) context.attach(part, drawings);
  return addParts(groupFiles(others, []).groups, undefined, context);
}

function addParts(
  groups: readonly Group[],
  blank: PartDraft | undefined,
  { state, newPart, dispatch, attach }: PlacementContext,
): readonly File[] {
  if (groups.length === 0) return [];
  const maxNewParts = MAX_ITEMS - state.parts.length + (blank ? 1 : 0);
  const placed = groups.slice(0, maxNewParts);
  const fields = placed.map(({ name, model }): PartFields => ({
    ...newPart,
    name: name.slice(0, 60),
    modelFile: model && createModel(model),
  }));
  const [first, ...others] = fields;
  const changedFields = new Map(
    blank && first ? [[blank.key, { ...blank, name: first.name, modelFile: first.modelFile }]] : [],
  );
  const added = blank ? others : fields;
  dispatch({ type: 'bulkSet', fields: changedFields, added });
  const keys = [...changedFields.keys(), ...added.map((_, index) => `part-${state.nextKey + index}`)];
  for (const [index, { attached }] of placed.entries()) {
    if (attached.length > 0) attach({ key: keys[index] ?? '', files: [] }, attached);
  }
  return groups
    .slice(maxNewParts)
    .flatMap(({ model, attached }) => (model ? [model, ...attached] : attached));
}

/** Drawings named after an existing part. */
interface MatchedDrawings {
  part: PartDraft;
  drawings: File[];
}

/** Groups files by name: bracket.step and bracket.pdf are one part; bracket.step and bracket.stl are two. */
function groupFiles(
  files: readonly File[],
  parts: readonly PartDraft[],
): { groups: Group[]; matched: MatchedDrawings[] } {
  const models = files.filter(isModelFile);
  const groups = models.map((model): Group => ({ name: stemOf(model.name), model, attached: [] }));
  const matched: MatchedDrawings[] = [];
  // The name of a file with several bodies belongs to none of them.
  const partTargets = parts.flatMap((part) => {
    const { modelFile } = part;
    const fileStems = modelFile && modelFile.bodyIndex === undefined ? [stemOf(modelFile.fileName)] : [];
    return [part.name, ...fileStems].map((name) => ({
      name,
      getDrawings: () => matchedDrawings(part, matched),
    }));
  });
  const targets = [
    ...groups.map(({ name, attached }) => ({ name, getDrawings: () => attached })),
    ...partTargets,
  ];
  const names = targets.map(({ name }) => name);
  const drawingGroups: Group[] = [];
  for (const file of files.filter((candidate) => !isModelFile(candidate))) {
    const name = stemOf(file.name);
    const drawings =
      targets[findPartOfDrawing(name, names)]?.getDrawings() ??
      drawingGroups.find((group) => group.name === name)?.attached;
    if (drawings) drawings.push(file);
    else drawingGroups.push({ name, attached: [file] });
  }
  return { groups: [...groups, ...drawingGroups], matched };
}

function matchedDrawings(part: PartDraft, matched: MatchedDrawings[]): File[] {
  const existing = matched.find((entry) => entry.part === part);
  if (existing) return existing.drawings;
  const drawings: File[] = [];
  matched.push({ part, drawings });
  return drawings;
}

interface Repeat {
  group: Group & { model: File };
  /** The file id of a part that has the same model, or an equal file among those being placed. */
  original: string | File;
}

/** Separates groups whose model a part or an earlier group already has; compares contents, not names. */
async function separateRepeats(
  groups: readonly Group[],
  parts: readonly PartDraft[],
): Promise<{ fresh: Group[]; repeats: Repeat[] }> {
  const fresh: Group[] = [];
  const repeats: Repeat[] = [];
  for (const group of groups) {
    const { model } = group;
    const original = model && (await findOriginal(model, fresh, parts));
    if (model && original !== undefined) repeats.push({ group: { ...group, model }, original });
    else fresh.push(group);
  }
  return { fresh, repeats };
}

async function findOriginal(
  model: File,
  fresh: readonly Group[],
  parts: readonly PartDraft[],
): Promise<string | File | undefined> {
  const checkedIds = new Set<string>();
  for (const { modelFile } of parts) {
    // The bodies of an assembly share a file.
    if (!modelFile || checkedIds.has(modelFile.fileId)) continue;
    checkedIds.add(modelFile.fileId);
    if (modelFile.fileBytes !== model.size) continue;
    const file = await fileOf(modelFile.fileId);
    if (file && (await hasSameContent(file, model))) return modelFile.fileId;
  }
  for (const { model: other } of fresh) {
    if (other && (await hasSameContent(other, model))) return other;
  }
  return undefined;
}

/** Resolves with undefined if the limit on parts also kept out the first file with this model. */
async function describeRepeat(
  { model, attached }: Repeat['group'],
  original: string | File,
  allParts: readonly PartDraft[],
): Promise<RepeatedFiles | undefined> {
  const fileId = typeof original === 'string' ? original : fileIdOf(original);
  const index = allParts.findIndex(({ modelFile }) => modelFile !== undefined && modelFile.fileId === fileId);
  const part = allParts[index];
  if (!part || fileId === undefined) return undefined;
  const bodyParts = part.modelFile?.bodyIndex === undefined ? [] : await piecesOfBodies(fileId, allParts);
  const parts = bodyParts.length > 0 ? bodyParts : [{ key: part.key, pieces: 1 }];
  return { parts, partTitle: partTitle(part, index), model, attached };
}

/** One part per body of a file, each with the number of times that the file contains the body. */
async function piecesOfBodies(
  fileId: string,
  allParts: readonly PartDraft[],
): Promise<RepeatedFiles['parts']> {
  const outcome = await readFile(fileId);
  const bodies = outcome.type === 'read' ? outcome.reading.bodies : [];
  const parts = new Map<number, { key: string; pieces: number }>();
  for (const { key, modelFile } of allParts) {
    const { bodyIndex } = modelFile?.fileId === fileId ? modelFile : {};
    if (bodyIndex === undefined || parts.has(bodyIndex)) continue;
    parts.set(bodyIndex, { key, pieces: bodies[bodyIndex]?.count ?? 1 });
  }
  return [...parts.values()];
}

/** Adds pieces to the parts of repeated models; the first part of each model gets the drawings. */
export function increaseQuantities(
  repeated: readonly RepeatedFiles[],
  { latest, dispatch, announce }: Pick<Placement, 'latest' | 'dispatch' | 'announce'>,
): void {
  for (const { key, num, files } of latest().parts) {
    const additions = repeated.flatMap(({ parts }) => parts).filter((part) => part.key === key);
    if (additions.length === 0) continue;
    // A blank quantity means one piece.
    const text = String(
      additions.reduce((sum, { pieces }) => sum + pieces, Number(readPieces(num) ?? 1) || 1),
    );
    dispatch({ type: 'typed', key, field: 'num', text });
    const drawings = repeated
      .filter(({ parts: [first] }) => first?.key === key)
      .flatMap(({ attached }) => attached);
    if (drawings.length > 0) void addUploads(key, drawings, files, dispatch);
  }
  announce('数量已增加');
}
