import { createHash } from 'node:crypto';
import { documentStatuses, type DocumentStatus } from '#contract/orders/documents.ts';
import { renderMark } from './pdf-renderer.ts';

export interface PdfFile {
  name: string;
  body: Buffer;
}

/** An issued file as downloaded now: one that is no longer valid is marked on every page and in its name. */
export async function currentFile({ name, body }: PdfFile, status: DocumentStatus): Promise<PdfFile> {
  if (status === 'valid') return { name, body };
  const words = documentStatuses[status];
  return { name: name.replace(/\.pdf$/, `-${words}.pdf`), body: await renderMark(body, words) };
}

/** Upper limit of what a mark adds to a file: a few kilobytes and half of one per page. */
const LARGEST_MARK = 64 * 1024;

/** An issued file; size and hash decide most comparisons without reading it. */
interface IssuedFile {
  size: number;
  /** SHA-256, hexadecimal. */
  hash: string;
  read: () => Promise<Buffer>;
}

/** Whether the server issued these bytes: the file itself, or the file with the mark of a status appended. */
export async function isGivenOut(issued: IssuedFile, chunks: AsyncIterable<Buffer>): Promise<boolean> {
  const hash = createHash('sha256');
  const added: Buffer[] = [];
  let [left, addedBytes] = [issued.size, 0];
  for await (const chunk of chunks) {
    hash.update(chunk.subarray(0, left));
    const behind = chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
    addedBytes += behind.length;
    // A file that is too long is still read to its end: its sender reads the answer only then.
    if (behind.length > 0 && addedBytes <= LARGEST_MARK) added.push(behind);
  }
  if (left > 0 || addedBytes > LARGEST_MARK || hash.digest('hex') !== issued.hash) return false;
  return addedBytes === 0 || isMark(await issued.read(), Buffer.concat(added));
}

async function isMark(file: Buffer, added: Buffer): Promise<boolean> {
  const { valid: _valid, ...marks } = documentStatuses;
  for (const words of Object.values(marks)) {
    if ((await renderMark(file, words)).subarray(file.length).equals(added)) return true;
  }
  return false;
}
