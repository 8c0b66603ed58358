import type { PartModel } from '../draft/part-model.ts';
import { takeFile } from './readings.ts';

/** Ids of the files that became models. */
const taken = new WeakMap<File, string>();
const MAX_NAME = 200;

/** Takes a file as the model of a part, still to be read. */
export function takeModel(file: File): PartModel {
  const fileId = takeFile(file);
  taken.set(file, fileId);
  return { fileId, fileName: file.name.slice(0, MAX_NAME), fileBytes: file.size, factor: 1 };
}

export const takenId = (file: File): string | undefined => taken.get(file);
