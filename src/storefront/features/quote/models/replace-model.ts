import { notify } from '#providers/notices.ts';
import type { PartDraft } from '../draft/draft.ts';
import type { PartModel } from '../draft/part-model.ts';
import type { ModelFields } from '../draft/quote-actions.ts';
import { addFile, fileOf } from './readings.ts';
import { hasSameContent } from '../upload/same-content.ts';

const fileIds = new WeakMap<File, string>();
const MAX_NAME = 200;

/** Makes a file the model of a part, still to be read. */
export function createModel(file: File): PartModel {
  const fileId = addFile(file);
  fileIds.set(file, fileId);
  return { fileId, fileName: file.name.slice(0, MAX_NAME), fileBytes: file.size, factor: 1 };
}

/** The id of a file that became a model. */
export const fileIdOf = (file: File): string | undefined => fileIds.get(file);

/**
 * The change that makes a file the model of a part; undefined, with a notification, if it is the same model. The new model
 * determines the size, even if the customer had edited it.
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
  // The same file, which this browser had lost: the choices about it stay.
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
