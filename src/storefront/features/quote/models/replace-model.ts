import { notify } from '#providers/notices.ts';
import type { PartDraft } from '../draft/draft.ts';
import type { ModelFields } from '../draft/quote-actions.ts';
import { fileOf } from './readings.ts';
import { hasSameContent } from '../upload/same-content.ts';
import { createModel } from './create-model.ts';

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
