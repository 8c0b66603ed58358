import { createHash } from 'node:crypto';
import { documentStatusLabels, type DocumentStatus } from '#contract/orders/documents.ts';
import { renderMark } from './pdf-renderer.ts';

export interface PdfFile {
  name: string;
  body: Buffer;
}

/** Marks an issued file that is no longer valid, on every page and in its name. */
export async function markIfInvalid({ name, body }: PdfFile, status: DocumentStatus): Promise<PdfFile> {
  if (status === 'valid') return { name, body };
  const label = documentStatusLabels[status];
  return { name: name.replace(/\.pdf$/, `-${label}.pdf`), body: await renderMark(body, label) };
}

/** An upper limit: a mark adds a few kilobytes, plus half a kilobyte per page. */
const MAX_MARK_BYTES = 64 * 1024;

/** An issued file; size and hash decide most comparisons without reading it. */
interface IssuedFile {
  size: number;
  /** SHA-256, hexadecimal. */
  hash: string;
  read: () => Promise<Buffer>;
}

/** Whether the server issued these bytes: the file itself, or the file with the mark of a status appended. */
export async function isIssuedFile(issued: IssuedFile, chunks: AsyncIterable<Buffer>): Promise<boolean> {
  const hash = createHash('sha256');
  const added: Buffer[] = [];
  let [remaining, addedBytes] = [issued.size, 0];
  for await (const chunk of chunks) {
    hash.update(chunk.subarray(0, remaining));
    const excess = chunk.subarray(remaining);
    remaining = Math.max(0, remaining - chunk.length);
    addedBytes += excess.length;
    // Reads an oversized file to its end, because its sender reads the response only then.
    if (excess.length > 0 && addedBytes <= MAX_MARK_BYTES) added.push(excess);
  }
  if (remaining > 0 || addedBytes > MAX_MARK_BYTES || hash.digest('hex') !== issued.hash) return false;
  return addedBytes === 0 || isMark(await issued.read(), Buffer.concat(added));
}

async function isMark(file: Buffer, added: Buffer): Promise<boolean> {
  const { valid: _valid, ...marks } = documentStatusLabels;
  for (const label of Object.values(marks)) {
    if ((await renderMark(file, label)).subarray(file.length).equals(added)) return true;
  }
  return false;
}
