import type { PartModel } from '../draft/part-model.ts';
import { addFile } from './readings.ts';

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
