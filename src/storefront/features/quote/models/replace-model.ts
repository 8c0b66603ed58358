import { notify } from '#providers/notices.ts';
import type { PartDraft } from '../draft/draft.ts';
import type { PartModel } from '../draft/part-model.ts';
import type { ModelFields } from '../draft/quote-actions.ts';
import { addFile, fileOf } from './readings.ts';
import { hasSameContent } from '../upload/same-content.ts';

const fileIds = new WeakMap<File, string>();
const MAX_NAME_LENGTH = 200;

/** Creates the model of a part from a file that has not been read yet. */
export function createModel(file: File): PartModel {
  const fileId = addFile(file);
  fileIds.set(file, fileId);
  return { fileId, fileName: file.name.slice(0, MAX_NAME_LENGTH), fileBytes: file.size, factor: 1 };
}

/** The id of a file that became a model. */
export const fileIdOf = (file: File): string | undefined => fileIds.get(file);

/**
 * Resolves with the change that makes a file the model of a part. If the part already has this model, notifies the customer and
 * resolves with undefined. The new model determines the size, even if the customer had edited it.
 */
export async function prepareReplacement(
  { modelFile: before }: PartDraft,
  file: File,
): Promise<((part: PartDraft) => Partial<ModelFields>) | undefined> {
  const storedFile = before && (await fileOf(before.fileId));
  if (storedFile && before.failure === undefined && (await hasSameContent(storedFile, file))) {
    notify({ type: 'info', message: `“${file.name}”就是这个零件现在的模型，没有更换` });
    return undefined;
  }
  const model = createModel(file);
  // The browser had lost this file and the customer has chosen it again: its settings are kept.
  if (before?.measures && !storedFile && file.name === before.fileName && file.size === before.fileBytes) {
    const { factor, bodyIndex, isWhole } = before;
    return () => ({ modelFile: { ...model, factor, bodyIndex, isWhole } });
  }
  return ({ modelFile, length, width, height }) =>
    modelFile
      ? {
          modelFile: model,
          length: '',
          width: '',
          height: '',
          replaced: { modelFile, length, width, height },
        }
      : { modelFile: model };
}
