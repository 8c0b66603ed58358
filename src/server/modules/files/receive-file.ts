import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isPadding } from '#geometry/mesh/read-stl.ts';
import { AppError } from '#server/http/app-error.ts';
import { findUnsupportedFormat } from '#domain/unsupported-format.ts';
import { FILE_KINDS } from '#contract/files/files.ts';
import { newKey } from './file-store.ts';
import { HEAD_BYTES, detectFileType, type FileType, type DetectedType } from './file-type.ts';
import { withStorageErrors } from './storage-failure.ts';

export interface ReceivedFile {
  path: string;
  size: number;
  /** SHA-256, hexadecimal. */
  hash: string;
  type: FileType;
}

/** The type of a file by its first bytes. Throws `file.unsupported`. */
type Detect = (head: Buffer) => DetectedType;

/**
 * Writes a stream to a new file in the directory and flushes it; the caller deletes the file. The first bytes decide the type
 * before the rest is read. A failure leaves no file. Throws `file.unsupported`, `storage.full`, and the source's errors.
 */
export async function receiveFile(
  directory: string,
  bytes: AsyncIterable<Buffer>,
  detect: Detect,
): Promise<ReceivedFile> {
  const path = join(directory, newKey());
  const handle = await withStorageErrors(() => open(path, 'wx', 0o600));
  try {
    const received = await copy(bytes, detect, (chunk) => withStorageErrors(() => handle.writeFile(chunk)));
    await withStorageErrors(() => handle.sync());
    return { path, ...received };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function copy(
  bytes: AsyncIterable<Buffer>,
  detect: Detect,
  write: (chunk: Buffer) => Promise<void>,
): Promise<Omit<ReceivedFile, 'path'>> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let detected: DetectedType | undefined;
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    hash.update(chunk);
    if (!detected) {
      head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      if (head.length === HEAD_BYTES) detected = detect(head);
    }
    const excess = detected?.size === undefined ? 0 : Math.min(chunk.length, size - detected.size);
    if (excess > 0 && !isPadding(chunk.subarray(-excess))) throw unsupported();
    await write(chunk);
  }
  if (size === 0) throw new AppError('file.unsupported', { msg: '文件是空的' });
  if (!detected) {
    // The whole file is shorter than `HEAD_BYTES`.
    detected = detect(head);
    if (!isPadding(head.subarray(detected.size ?? size))) throw unsupported();
  }
  if (detected.size !== undefined && size < detected.size) throw unsupported();
  return { size, hash: hash.digest('hex'), type: detected.type };
}

/** Recognises every accepted type. Throws `file.unsupported`. */
export const anyAcceptedType =
  (name: string): Detect =>
  (head) => {
    const detected = detectFileType(head, name);
    if (!detected) throw unsupported(name);
    return detected;
  };

function unsupported(name = ''): AppError {
  const format = findUnsupportedFormat(name);
  const help = format ? `；${format.description}${format.advice} 后再上传` : '';
  return new AppError('file.unsupported', {
    msg: `不支持的文件：只接受内容为 ${FILE_KINDS} 的文件，更改扩展名无效${help}`,
  });
}
