import { partSize } from './part-measures.ts';
import { isUnread, type PartModel } from '../draft/part-model.ts';
import type { PartDraft } from '../draft/draft.ts';
import type { Dispatch } from '../draft/quote-actions.ts';
import { withModel } from './model-size.ts';
import { readFile } from './readings.ts';
import { SIZE_FIELDS } from '../draft/size-text.ts';
import type { ReadingOutcome } from '#geometry/worker/worker-report.ts';

/** Parts whose reading is awaited, by the page they are on: keys repeat on other pages. */
const followed = new WeakMap<Dispatch, Set<string>>();

/** Reads the models of the parts that have no measures yet, and puts what was read into the parts. */
export function followModels(parts: readonly PartDraft[], dispatch: Dispatch): void {
  const ours = followed.get(dispatch) ?? new Set();
  followed.set(dispatch, ours);
  for (const part of parts) {
    const { key, modelFile: model } = part;
    if (!model || !isUnread(part)) continue;
    const name = `${key} ${model.fileId}`;
    if (ours.has(name)) continue;
    ours.add(name);
    void readFile(model.fileId).then((outcome) => {
      ours.delete(name);
      dispatch({
        type: 'modelRead',
        key,
        change: (current) =>
          current.modelFile?.fileId === model.fileId && isUnread(current)
            ? withOutcome(current, current.modelFile, outcome)
            : {},
      });
    });
  }
}

/** If the new model has no size, restores the sides the user has not edited. */
function sizeBefore({ replaced, ...part }: PartDraft): Partial<PartDraft> {
  const blank = replaced ? SIZE_FIELDS.filter((field) => part[field].trim() === '') : [];
  return Object.fromEntries(blank.map((field) => [field, replaced?.[field] ?? '']));
}

/** The part as it was read. What the customer typed meanwhile stays; the quantity is one until they say otherwise. */
function withOutcome(part: PartDraft, model: PartModel, outcome: ReadingOutcome): Partial<PartDraft> {
  if (outcome.type === 'failed') {
    return { ...sizeBefore(part), modelFile: { ...model, failure: outcome.failure } };
  }
  const { reading } = outcome;
  const read: PartModel = { ...model, unit: reading.unit, measures: partSize(reading, model) };
  return {
    ...withModel(part, read),
    ...(part.num.trim() === '' && { num: '1' }),
  };
}
