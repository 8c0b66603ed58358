import { flushSync } from 'react-dom';
import { notify } from '#providers/notices.ts';
import { isBlank, type PartDraft, type PartFields } from '../draft/draft.ts';
import { focusField } from '../draft/field-focus.ts';
import type { Dispatch, QuoteState } from '../draft/quote-state.ts';
import { MAX_ITEMS } from '../draft/validation.ts';
import { addUploads } from './upload-queue.ts';

interface Placement {
  files: readonly File[];
  /** The part that takes all files; without it each file gets a part, together with the files of the same name. */
  partKey: string | undefined;
  state: QuoteState;
  /** The content of a new part. */
  newPart: PartFields;
  dispatch: Dispatch;
  /** Tells screen readers what happened. */
  announce: (text: string) => void;
}

/** Attaches files to a part or to new parts named after them, and shows the first of them. */
export function placeFiles({ announce, ...placement }: Placement): void {
  const { files, partKey, state } = placement;
  const blank = state.parts.length === 1 ? state.parts.find(isBlank) : undefined;
  const left = flushSync(() => attach(placement, blank));
  if (left.length > 0) {
    const message = `一次最多报价 ${MAX_ITEMS} 个零件，${left.length} 个文件没有加入`;
    notify({ type: 'warning', message });
  }
  announce(`已添加 ${files.length - left.length} 个文件`);
  focusField(partKey ?? blank?.key ?? `part-${state.nextKey}`, '');
}

/** Returns the files for which there was no room. */
function attach(
  { files, partKey, state, newPart, dispatch }: Omit<Placement, 'announce'>,
  blank: PartDraft | undefined,
): readonly File[] {
  const target = state.parts.find(({ key }) => key === partKey);
  if (target) {
    addUploads(target.key, files, target.files.length, dispatch);
    return [];
  }
  const groups = [...byName(files)];
  const room = MAX_ITEMS - state.parts.length + (blank ? 1 : 0);
  const placed = groups.slice(0, room);
  const named = placed.map(([name]): PartFields => ({ ...newPart, name: name.slice(0, 60) }));
  const [first, ...others] = named;
  const set = new Map(blank && first ? [[blank.key, { ...blank, name: first.name }]] : []);
  const added = blank ? others : named;
  dispatch({ type: 'bulkSet', fields: set, added });
  const keys = [...set.keys(), ...added.map((_, index) => `part-${state.nextKey + index}`)];
  for (const [index, [, group]] of placed.entries()) addUploads(keys[index] ?? '', group, 0, dispatch);
  return groups.slice(room).flatMap(([, group]) => group);
}

/** bracket.step and bracket.pdf describe one part. */
function byName(files: readonly File[]): Map<string, File[]> {
  const groups = new Map<string, File[]>();
  for (const file of files) {
    const name = file.name.replace(/\.[^.]+$/, '');
    groups.set(name, [...(groups.get(name) ?? []), file]);
  }
  return groups;
}
