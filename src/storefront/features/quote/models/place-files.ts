import { flushSync } from 'react-dom';
import { notify } from '#providers/notices.ts';
import { isBlank, partTitle, type PartDraft, type PartFields } from '../draft/draft.ts';
import { focusField } from '../draft/field-focus.ts';
import type { PartModel } from '../draft/part-model.ts';
import type { Dispatch, QuoteState } from '../draft/quote-actions.ts';
import { readPieces } from '../draft/size-text.ts';
import { MAX_ITEMS } from '../draft/validation.ts';
import { addUploads } from '../upload/upload-queue.ts';
import { isModelFile } from './model-files.ts';
import { fileOf, takeFile } from './readings.ts';
import { hasSameContent } from './same-content.ts';

interface Placement {
  files: readonly File[];
  /** The part that takes all drawings and the first model; without it each model gets a part, with the drawings of its name. */
  partKey: string | undefined;
  /** Whether a model that a part has already gets another one. */
  isRepeatAllowed?: boolean;
  latest: () => QuoteState;
  /** The content of a new part. */
  newPart: PartFields;
  dispatch: Dispatch;
  /** Tells screen readers what happened. */
  announce: (text: string) => void;
}

/** The files of one part. */
interface Group {
  name: string;
  model?: File;
  attached: File[];
}

/** Files that were not placed, because a part has the same model. */
export interface RepeatedFiles {
  partKey: string;
  partTitle: string;
  model: File;
  attached: readonly File[];
}

type Target = Pick<Placement, 'newPart' | 'dispatch'> & { state: QuoteState };

/**
 * Makes files models and drawings of a part or of new parts named after them, and shows the first of them. Resolves with those
 * whose model a part has already.
 */
export async function placeFiles(placement: Placement): Promise<readonly RepeatedFiles[]> {
  const { files, partKey, latest, newPart, dispatch, announce } = placement;
  const groups = partKey === undefined ? groupsOf(files) : [];
  const { fresh, again } = placement.isRepeatAllowed
    ? { fresh: groups, again: [] }
    : await sortRepeated(groups, latest().parts);
  const state = latest();
  const blank = state.parts.length === 1 ? state.parts.find(isBlank) : undefined;
  const target = state.parts.find(({ key }) => key === partKey);
  if (partKey !== undefined || fresh.length > 0) {
    const left = flushSync(() =>
      target
        ? placeOn(target, files, { state, newPart, dispatch })
        : addParts(partKey === undefined ? fresh : groupsOf(files), blank, { state, newPart, dispatch }),
    );
    if (left.length > 0) {
      const message = `一次最多报价 ${MAX_ITEMS} 个零件，${left.length} 个文件没有加入`;
      notify({ type: 'warning', message });
    }
    const kept = again.reduce((sum, { group }) => sum + 1 + group.attached.length, left.length);
    announce(`已添加 ${files.length - kept} 个文件`);
    focusField(target?.key ?? blank?.key ?? `part-${state.nextKey}`, '');
  }
  return again.flatMap(({ group, same }) => repeatOf(group, same, latest().parts));
}

/** Returns the files for which there was no room. */
function placeOn(part: PartDraft, files: readonly File[], target: Target): readonly File[] {
  const { dispatch } = target;
  const [model, ...others] = files.filter(isModelFile);
  const drawings = files.filter((file) => !isModelFile(file));
  if (drawings.length > 0) addUploads(part.key, drawings, part.files.length, dispatch);
  if (model) {
    const taken = modelOf(model);
    dispatch({ type: 'modelChanged', key: part.key, change: () => ({ modelFile: taken }) });
  }
  return addParts(groupsOf(others), undefined, target);
}

function addParts(
  groups: readonly Group[],
  blank: PartDraft | undefined,
  { state, newPart, dispatch }: Target,
): readonly File[] {
  if (groups.length === 0) return [];
  const room = MAX_ITEMS - state.parts.length + (blank ? 1 : 0);
  const placed = groups.slice(0, room);
  const fields = placed.map(({ name, model }): PartFields => ({
    ...newPart,
    name: name.slice(0, 60),
    modelFile: model && modelOf(model),
  }));
  const [first, ...others] = fields;
  const set = new Map(
    blank && first ? [[blank.key, { ...blank, name: first.name, modelFile: first.modelFile }]] : [],
  );
  const added = blank ? others : fields;
  dispatch({ type: 'bulkSet', fields: set, added });
  const keys = [...set.keys(), ...added.map((_, index) => `part-${state.nextKey + index}`)];
  for (const [index, { attached }] of placed.entries()) {
    if (attached.length > 0) addUploads(keys[index] ?? '', attached, 0, dispatch);
  }
  return groups.slice(room).flatMap(({ model, attached }) => (model ? [model, ...attached] : attached));
}

/** Ids of the files that became models. */
const taken = new WeakMap<File, string>();

function modelOf(file: File): PartModel {
  const fileId = takeFile(file);
  taken.set(file, fileId);
  return { fileId, fileName: file.name.slice(0, MAX_NAME), fileBytes: file.size, factor: 1 };
}

const MAX_NAME = 200;

/** bracket.step and bracket.pdf describe one part; bracket.step and bracket.stl are two. */
function groupsOf(files: readonly File[]): Group[] {
  const baseOf = (file: File) => file.name.replace(/\.[^.]+$/, '');
  const models = files.filter(isModelFile);
  const groups = models.map((model): Group => ({ name: baseOf(model), model, attached: [] }));
  for (const file of files.filter((one) => !isModelFile(one))) {
    const name = baseOf(file);
    const group = groups.find((one) => one.name === name);
    if (group) group.attached.push(file);
    else groups.push({ name, attached: [file] });
  }
  return groups;
}

interface Repeat {
  group: Group & { model: File };
  /** The id of the same file, or the same file of this drop. */
  same: string | File;
}

/** Tells apart the groups whose model, by name and content, a part or an earlier group has. */
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
  for (const { modelFile } of parts) {
    // The bodies of an assembly have quantities of their own.
    if (!modelFile || modelFile.bodyIndex !== undefined) continue;
    if (modelFile.fileName !== model.name.slice(0, MAX_NAME) || modelFile.fileBytes !== model.size) continue;
    const file = await fileOf(modelFile.fileId);
    if (file && (await hasSameContent(file, model))) return modelFile.fileId;
  }
  for (const { model: other } of fresh) {
    if (other?.name === model.name && (await hasSameContent(other, model))) return other;
  }
  return undefined;
}

/** Nothing for a file that found no room: its repeats find none either. */
function repeatOf(group: Repeat['group'], same: string | File, parts: readonly PartDraft[]): RepeatedFiles[] {
  const fileId = typeof same === 'string' ? same : taken.get(same);
  const index = parts.findIndex(({ modelFile }) => modelFile !== undefined && modelFile.fileId === fileId);
  const part = parts[index];
  if (!part) return [];
  const { model, attached } = group;
  return [{ partKey: part.key, partTitle: partTitle(part, index), model, attached }];
}

/** One more piece of each part for each of its repeated models, and the drawings that the part does not have yet. */
export function raiseRepeated(
  repeated: readonly RepeatedFiles[],
  { latest, dispatch, announce }: Pick<Placement, 'latest' | 'dispatch' | 'announce'>,
): void {
  for (const { key, num, files } of latest().parts) {
    const ours = repeated.filter(({ partKey }) => partKey === key);
    if (ours.length === 0) continue;
    // A quantity that is still blank means one piece.
    const text = String((Number(readPieces(num) ?? 1) || 1) + ours.length);
    dispatch({ type: 'typed', key, field: 'num', text });
    const drawings = ours
      .flatMap(({ attached }) => attached)
      .filter(({ name, size }) => !files.some((file) => file.name === name && file.size === size));
    if (drawings.length > 0) addUploads(key, drawings, files.length, dispatch);
  }
  announce('数量已增加');
}
