import { flushSync } from 'react-dom';
import { notify } from '#providers/notices.ts';
import { isBlank, partTitle, type PartDraft, type PartFields } from '../draft/draft.ts';
import { focusField } from '../draft/field-focus.ts';
import type { Dispatch, QuoteState } from '../draft/quote-actions.ts';
import { readPieces } from '../draft/size-text.ts';
import { MAX_ITEMS } from '../draft/validation.ts';
import { isListFile, readListFile } from '../upload/list-file.ts';
import { addUploads } from '../upload/upload-queue.ts';
import { findNamed, stemOf } from '../draft/drawing-name.ts';
import { isModelFile } from '#storefront/ui/order/model-files.ts';
import { plainlyNamed } from '#storefront/ui/order/plain-name.ts';
import { namesOf, usableOf } from '../upload/refused-files.ts';
import { replacement } from './replace-model.ts';
import { fileOf, readFile } from './readings.ts';
import { hasSameContent } from '../upload/same-content.ts';
import { takeModel, takenId } from './taken-models.ts';

interface Placement {
  files: readonly File[];
  /** The part that takes all drawings and the first model; without it each model gets a part, and drawings join the part of their name. */
  partKey: string | undefined;
  /** Whether a file may become a second part of the same model. */
  isRepeatAllowed?: boolean;
  latest: () => QuoteState;
  /** The content of a new part. */
  newPart: PartFields;
  dispatch: Dispatch;
  /** Tells screen readers what happened. */
  announce: (text: string) => void;
  /** Takes the text of a table, which is a list of parts. */
  onList: (text: string) => void;
}

/** The files of one part. */
interface Group {
  name: string;
  model?: File;
  attached: File[];
}

/** Files that were not placed, because a part has the same model. */
export interface RepeatedFiles {
  /** The part, or those of an assembly that was quoted body by body, with the pieces of one more of the file. */
  parts: readonly { key: string; pieces: number }[];
  /** Title of the first part. */
  partTitle: string;
  model: File;
  attached: readonly File[];
}

type Attach = (part: Pick<PartDraft, 'key' | 'files'>, drawings: readonly File[]) => void;
type Target = Pick<Placement, 'newPart' | 'dispatch'> & { state: QuoteState; attach: Attach };

/**
 * Makes files models and drawings of a part or of new parts named after them, and shows the first of them. Resolves with those
 * whose model a part has already.
 */
export async function placeFiles(placement: Placement): Promise<readonly RepeatedFiles[]> {
  const named = placement.files.map(plainlyNamed);
  const tables = named.filter(isListFile);
  const files = named.filter((file) => !tables.includes(file));
  const repeated = await placeModels({ ...placement, files });
  const text = await readListFile(tables);
  if (text !== undefined) placement.onList(text);
  return repeated;
}

async function placeModels(placement: Placement): Promise<readonly RepeatedFiles[]> {
  const { partKey, latest, newPart, dispatch, announce } = placement;
  const files = usableOf(placement.files);
  const { groups, joining } =
    partKey === undefined ? groupsOf(files, latest().parts) : { groups: [], joining: [] };
  const { fresh, again } = placement.isRepeatAllowed
    ? { fresh: groups, again: [] }
    : await sortRepeated(groups, latest().parts);
  const aimed = latest().parts.find(({ key }) => key === partKey);
  const model = aimed && files.find(isModelFile);
  const change = aimed && model && (await replacement(aimed, model));
  const state = latest();
  const uploads: Promise<void>[] = [];
  const attach: Attach = (part, drawings) =>
    void uploads.push(addUploads(part.key, drawings, part.files, dispatch));
  const blank = state.parts.length === 1 ? state.parts.find(isBlank) : undefined;
  const target = state.parts.find(({ key }) => key === partKey);
  if (files.length > 0 && (partKey !== undefined || fresh.length + joining.length > 0)) {
    for (const { part, drawings } of joining) attach(part, drawings);
    const to: Target = { state, newPart, dispatch, attach };
    const left = flushSync(() => {
      if (!target) return addParts(partKey === undefined ? fresh : groupsOf(files, []).groups, blank, to);
      if (change) dispatch({ type: 'modelChanged', key: target.key, change });
      return placeOn(target, files, to);
    });
    await Promise.all(uploads);
    if (left.length > 0) {
      const message = `一次最多报价 ${MAX_ITEMS} 个零件，没有加入：${namesOf(left)}`;
      notify({ type: 'warning', message });
    }
    const kept = again.reduce((sum, { group }) => sum + 1 + group.attached.length, left.length);
    announce(`已添加 ${files.length - kept} 个文件`);
    const joined = fresh.length > 0 ? undefined : joining[0]?.part;
    focusField(target?.key ?? joined?.key ?? blank?.key ?? `part-${state.nextKey}`, '');
  }
  const repeated = await Promise.all(again.map(({ group, same }) => repeatOf(group, same, latest().parts)));
  return repeated.filter((one) => one !== undefined);
}

/** Places all but the first model, and returns the files for which there was no room. */
function placeOn(part: PartDraft, files: readonly File[], target: Target): readonly File[] {
  const [, ...others] = files.filter(isModelFile);
  const drawings = files.filter((file) => !isModelFile(file));
  if (drawings.length > 0) target.attach(part, drawings);
  return addParts(groupsOf(others, []).groups, undefined, target);
}

function addParts(
  groups: readonly Group[],
  blank: PartDraft | undefined,
  { state, newPart, dispatch, attach }: Target,
): readonly File[] {
  if (groups.length === 0) return [];
  const room = MAX_ITEMS - state.parts.length + (blank ? 1 : 0);
  const placed = groups.slice(0, room);
  const fields = placed.map(({ name, model }): PartFields => ({
    ...newPart,
    name: name.slice(0, 60),
    modelFile: model && takeModel(model),
  }));
  const [first, ...others] = fields;
  const set = new Map(
    blank && first ? [[blank.key, { ...blank, name: first.name, modelFile: first.modelFile }]] : [],
  );
  const added = blank ? others : fields;
  dispatch({ type: 'bulkSet', fields: set, added });
  const keys = [...set.keys(), ...added.map((_, index) => `part-${state.nextKey + index}`)];
  for (const [index, { attached }] of placed.entries()) {
    if (attached.length > 0) attach({ key: keys[index] ?? '', files: [] }, attached);
  }
  return groups.slice(room).flatMap(({ model, attached }) => (model ? [model, ...attached] : attached));
}

/** Drawings that bear the name of a part that is there. */
interface Joining {
  part: PartDraft;
  drawings: File[];
}

/** bracket.step and bracket.pdf describe one part; bracket.step and bracket.stl are two. */
function groupsOf(
  files: readonly File[],
  parts: readonly PartDraft[],
): { groups: Group[]; joining: Joining[] } {
  const models = files.filter(isModelFile);
  const groups = models.map((model): Group => ({ name: stemOf(model.name), model, attached: [] }));
  const joining: Joining[] = [];
  // A file of many bodies has the name of none of them.
  const named = parts.flatMap((part) => {
    const { modelFile } = part;
    const ofFile = modelFile && modelFile.bodyIndex === undefined ? [stemOf(modelFile.fileName)] : [];
    return [part.name, ...ofFile].map((name) => ({ name, join: () => joinTo(part, joining) }));
  });
  const known = [...groups.map(({ name, attached }) => ({ name, join: () => attached })), ...named];
  const names = known.map(({ name }) => name);
  const unnamed: Group[] = [];
  for (const file of files.filter((one) => !isModelFile(one))) {
    const name = stemOf(file.name);
    const drawings =
      known[findNamed(name, names)]?.join() ?? unnamed.find((one) => one.name === name)?.attached;
    if (drawings) drawings.push(file);
    else unnamed.push({ name, attached: [file] });
  }
  return { groups: [...groups, ...unnamed], joining };
}

/** The drawings that join a part. */
function joinTo(part: PartDraft, joining: Joining[]): File[] {
  const known = joining.find((one) => one.part === part);
  if (known) return known.drawings;
  const drawings: File[] = [];
  joining.push({ part, drawings });
  return drawings;
}

interface Repeat {
  group: Group & { model: File };
  /** The id of the same file, or the same file of this drop. */
  same: string | File;
}

/** Tells apart the groups whose model, by content, a part or an earlier group has; its name may be another. */
async function sortRepeated(
  groups: readonly Group[],
  parts: readonly PartDraft[],
): Promise<{ fresh: Group[]; again: Repeat[] }> {
  const fresh: Group[] = [];
  const again: Repeat[] = [];
  for (const group of groups) {
    const { model } = group;
    const same = model && (await findSame(model, fresh, parts));
    if (model && same !== undefined) again.push({ group: { ...group, model }, same });
    else fresh.push(group);
  }
  return { fresh, again };
}

async function findSame(
  model: File,
  fresh: readonly Group[],
  parts: readonly PartDraft[],
): Promise<string | File | undefined> {
  const seen = new Set<string>();
  for (const { modelFile } of parts) {
    // The bodies of an assembly share a file.
    if (!modelFile || seen.has(modelFile.fileId)) continue;
    seen.add(modelFile.fileId);
    if (modelFile.fileBytes !== model.size) continue;
    const file = await fileOf(modelFile.fileId);
    if (file && (await hasSameContent(file, model))) return modelFile.fileId;
  }
  for (const { model: other } of fresh) {
    if (other && (await hasSameContent(other, model))) return other;
  }
  return undefined;
}

/** Nothing for a file that found no room: its repeats find none either. */
async function repeatOf(
  { model, attached }: Repeat['group'],
  same: string | File,
  all: readonly PartDraft[],
): Promise<RepeatedFiles | undefined> {
  const fileId = typeof same === 'string' ? same : takenId(same);
  const index = all.findIndex(({ modelFile }) => modelFile !== undefined && modelFile.fileId === fileId);
  const part = all[index];
  if (!part || fileId === undefined) return undefined;
  const ofBodies = part.modelFile?.bodyIndex === undefined ? [] : await piecesOfBodies(fileId, all);
  const parts = ofBodies.length > 0 ? ofBodies : [{ key: part.key, pieces: 1 }];
  return { parts, partTitle: partTitle(part, index), model, attached };
}

/** The parts of the bodies of a file, each body once, with as many pieces as the file has of it. */
async function piecesOfBodies(fileId: string, all: readonly PartDraft[]): Promise<RepeatedFiles['parts']> {
  const outcome = await readFile(fileId);
  const bodies = outcome.type === 'read' ? outcome.reading.bodies : [];
  const parts = new Map<number, { key: string; pieces: number }>();
  for (const { key, modelFile } of all) {
    const { bodyIndex } = modelFile?.fileId === fileId ? modelFile : {};
    if (bodyIndex === undefined || parts.has(bodyIndex)) continue;
    parts.set(bodyIndex, { key, pieces: bodies[bodyIndex]?.count ?? 1 });
  }
  return [...parts.values()];
}

/** More pieces of each part for each of its repeated models; the first of its parts gets the drawings. */
export function raiseRepeated(
  repeated: readonly RepeatedFiles[],
  { latest, dispatch, announce }: Pick<Placement, 'latest' | 'dispatch' | 'announce'>,
): void {
  for (const { key, num, files } of latest().parts) {
    const more = repeated.flatMap(({ parts }) => parts).filter((part) => part.key === key);
    if (more.length === 0) continue;
    // A quantity that is still blank means one piece.
    const text = String(more.reduce((sum, { pieces }) => sum + pieces, Number(readPieces(num) ?? 1) || 1));
    dispatch({ type: 'typed', key, field: 'num', text });
    const drawings = repeated
      .filter(({ parts: [first] }) => first?.key === key)
      .flatMap(({ attached }) => attached);
    if (drawings.length > 0) void addUploads(key, drawings, files, dispatch);
  }
  announce('数量已增加');
}
