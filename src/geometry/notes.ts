import { noteKinds, type ReadingNote } from './model-reading.ts';

/** A list of one note; empty for a count of 0. */
export const noteOf = (
  code: ReadingNote['code'],
  count: number,
  names: readonly string[] = [],
): ReadingNote[] => (count > 0 ? [{ code, count, ...(names.length > 0 && { names }) }] : []);

/** Whether a note says that the file lacks something. */
export const isIncomplete = (notes: readonly ReadingNote[]): boolean =>
  notes.some(({ code }) => noteKinds.missing.some((missingCode) => missingCode === code));
