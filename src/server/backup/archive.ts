import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { StartError } from '#server/start/start-error.ts';

/*
 * A backup is a compressed tar file: `header.json` first, then tables in parts (`tables/orders/1`), files
 * (`files/<key>`), and `manifest.json` last. A backup without the manifest is incomplete.
 */

export interface TableHeader {
  name: string;
  columns: string[];
}

export interface Header {
  format: 1;
  createdAt: string;
  /** The software version that wrote the backup. */
  version: string;
  /** The number of migrations of its schema. */
  migrations: number;
  /** Ordered for inserting: referenced tables come first. */
  tables: TableHeader[];
}

export interface Manifest {
  tables: { name: string; rows: number; sha256: string }[];
  sequences: { name: string; last: string; isCalled: boolean }[];
  files: number;
}

/** Adds one entry; waits while the disk is slower than the producer. */
export type AddEntry = (name: string, bytes: Buffer) => Promise<void>;

/**
 * Writes the entries that `fill` adds. The file gets its name once it is completely on disk; a failure leaves no
 * file.
 * @throws StartError when a file of that name exists
 */
export async function writeArchive(path: string, fill: (add: AddEntry) => Promise<void>): Promise<void> {
  if (await stat(path).catch(() => undefined)) throw new StartError(`${path} 已经存在，请换一个文件名。`);
  const unfinished = `${path}.part`;
  const pack = tar.pack();
  const written = pipeline(pack, createGzip({ level: 5 }), createWriteStream(unfinished, { mode: 0o600 }));
  // If adding entries fails, writing is aborted too, and vice versa.
  const filled = fill((name, bytes) =>
    pipeline(Readable.from([bytes]), pack.entry({ name, size: bytes.length })),
  ).then(
    () => pack.finalize(),
    (error: unknown) => {
      pack.destroy();
      throw error;
    },
  );
  try {
    await Promise.all([written, filled]);
    await flush(unfinished);
    await rename(unfinished, path);
  } catch (error) {
    await Promise.allSettled([written, filled]);
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export interface Entry {
  name: string;
  bytes: Buffer;
}

/**
 * The entries of a backup, in order.
 * @throws StartError when the file is not a backup or is truncated
 */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const source = createReadStream(path);
  const unpack = tar.extract();
  const read = pipeline(source, createGunzip(), unpack);
  read.catch(() => undefined);
  try {
    for await (const entry of unpack) {
      const parts: Buffer[] = [];
      for await (const part of entry) parts.push(part as Buffer);
      yield { name: entry.header.name, bytes: Buffer.concat(parts) };
    }
    await read;
  } catch (error) {
    if (error instanceof Error && isDamage(error)) {
      throw new StartError(`${path} 不是完整的备份文件。`, { cause: error });
    }
    throw error;
  } finally {
    source.destroy();
  }
}

/** Recognises the errors of zlib and tar for unreadable bytes. */
function isDamage(error: Error & { code?: unknown }): boolean {
  return (
    (typeof error.code === 'string' && error.code.startsWith('Z_')) ||
    /unexpected end|Invalid tar/i.test(error.message)
  );
}
