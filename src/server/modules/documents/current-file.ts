import { documentStatuses, type DocumentStatus } from '#contract/documents.ts';
import { renderMark } from './pdf-renderer.ts';

export interface PdfFile {
  name: string;
  body: Buffer;
}

/** An issued file as it is downloaded now: one that no longer counts says so on every page and in its name. */
export async function currentFile({ name, body }: PdfFile, status: DocumentStatus): Promise<PdfFile> {
  if (status === 'valid') return { name, body };
  const words = documentStatuses[status];
  return { name: name.replace(/\.pdf$/, `-${words}.pdf`), body: await renderMark(body, words) };
}

/** Upper limit of what a mark adds to a file: a few kilobytes and half of one per page. */
const LARGEST_MARK = 64 * 1024;

/** Whether the server gave out these bytes: the issued file as it is, or with the words of a status. */
export async function isGivenOut(issued: Buffer, bytes: Buffer): Promise<boolean> {
  if (bytes.equals(issued)) return true;
  const added = bytes.length - issued.length;
  if (added <= 0 || added > LARGEST_MARK || !bytes.subarray(0, issued.length).equals(issued)) return false;
  const { valid: _valid, ...marks } = documentStatuses;
  for (const words of Object.values(marks)) {
    if (bytes.equals(await renderMark(issued, words))) return true;
  }
  return false;
}
