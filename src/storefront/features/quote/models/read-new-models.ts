import { measuresOf } from './part-measures.ts';
import { isReading, type PartModel } from '../draft/part-model.ts';
import type { PartDraft } from '../draft/draft.ts';
import type { Dispatch } from '../draft/quote-actions.ts';
import { withModel } from './model-size.ts';
import { readFile } from './readings.ts';
import { SIZE_FIELDS } from '../draft/size-text.ts';
import type { ReadingOutcome } from '#geometry/worker/worker-report.ts';

/** Parts being read, per page: part keys are unique only within a page. */
const pendingByPage = new WeakMap<Dispatch, Set<string>>();

/** Reads the models that are not measured yet, and stores the results in their parts. */
export function readNewModels(parts: readonly PartDraft[], dispatch: Dispatch): void {
  const pending = pendingByPage.get(dispatch) ?? new Set();
  pendingByPage.set(dispatch, pending);
  for (const part of parts) {
    const { key, modelFile: model } = part;
    if (!model || !isReading(part)) continue;
    const id = `${key} ${model.fileId}`;
    if (pending.has(id)) continue;
    pending.add(id);
    void readFile(model.fileId).then((outcome) => {
      pending.delete(id);
      dispatch({
        type: 'modelRead',
        key,
        change: (current) =>
          current.modelFile?.fileId === model.fileId && isReading(current)
            ? withOutcome(current, current.modelFile, outcome)
            : {},
      });
    });
  }
}

/** Fills fields that are still blank with the size of the replaced model, if the new one could not be read. */
function restoreSize({ replaced, ...part }: PartDraft): Partial<PartDraft> {
  const blank = replaced ? SIZE_FIELDS.filter((field) => part[field].trim() === '') : [];
  return Object.fromEntries(blank.map((field) => [field, replaced?.[field] ?? '']));
}

/** Keeps what the customer entered meanwhile; a blank quantity becomes one. */
function withOutcome(part: PartDraft, model: PartModel, outcome: ReadingOutcome): Partial<PartDraft> {
  if (outcome.type === 'failed') {
    return { ...restoreSize(part), modelFile: { ...model, failure: outcome.failure } };
  }
  const { reading } = outcome;
  const measured: PartModel = { ...model, unit: reading.unit, measures: measuresOf(reading, model) };
  return {
    ...withModel(part, measured),
    ...(part.num.trim() === '' && { num: '1' }),
  };
}
