import { notify } from '#providers/notices.ts';
import type { PartDraft } from '../draft/draft.ts';
import type { ModelFields } from '../draft/quote-actions.ts';
import { fileOf } from './readings.ts';
import { hasSameContent } from '../upload/same-content.ts';
import { takeModel } from './taken-models.ts';

/**
 * What a part becomes with this file as its model; undefined for the model that it has already, which a notice says. Its size comes from the new model,
 * also where the old one's was changed by hand.
 */
export async function replacement(
  { modelFile: before }: PartDraft,
  file: File,
): Promise<((part: PartDraft) => Partial<ModelFields>) | undefined> {
  const held = before && (await fileOf(before.fileId));
  if (held && before.failure === undefined && (await hasSameContent(held, file))) {
    notify({ type: 'info', message: `“${file.name}”就是这个零件现在的模型，没有更换` });
    return undefined;
  }
  const taken = takeModel(file);
  // The file was lost from this browser and is here again: what was decided about it stays.
  if (before?.measures && !held && file.name === before.fileName && file.size === before.fileBytes) {
    const { factor, bodyIndex, isWhole } = before;
    return () => ({ modelFile: { ...taken, factor, bodyIndex, isWhole } });
  }
  return ({ modelFile, length, width, height }) =>
    modelFile
      ? {
          modelFile: taken,
          length: '',
          width: '',
          height: '',
          replaced: { modelFile, length, width, height },
        }
      : { modelFile: taken };
}
