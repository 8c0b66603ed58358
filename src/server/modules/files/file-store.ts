import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Bytes to keep: in memory, or in a file of `incoming` that the store may take for its own. */
export type Content = Buffer | { path: string; size: number; hash: string };

export interface StoredObject {
  key: string;
  modifiedAt: Date;
}

/**
 * Where the bytes of files are. A key is given to one content for ever. Every function throws `storage.full` when there is
 * no room and `server.unavailable` when the store does not answer.
 */
export interface FileStore {
  readonly kind: 'disk' | 's3';
  /** A directory on this machine for what is still arriving. */
  readonly incoming: string;
  /** Makes the store usable. Throws when it cannot be. */
  open: () => Promise<void>;
  /** Keeps all of the content or nothing, durably. */
  put: (key: string, content: Content) => Promise<void>;
  /** The content from its start; undefined when there is none under this key. */
  read: (key: string) => Promise<Readable | undefined>;
  /** Nothing happens where there is nothing. */
  remove: (key: string) => Promise<void>;
  /** Everything that is kept, in batches. */
  list: () => AsyncIterable<StoredObject[]>;
  /** Whether it would take a file now. */
  isHealthy: () => Promise<boolean>;
}

const keyPattern = /^[0-9a-f]{32}(-t)?$/;

/** A new key: nothing of it can be guessed, nothing of it comes from outside. */
export const newKey = () => randomBytes(16).toString('hex');
/** The key of a file's small picture. */
export const thumbnailKeyOf = (key: string) => `${key}-t`;
/** The file to which a key belongs: itself, or the one whose small picture it names. */
export const fileKeyOf = (key: string) => key.replace(/-t$/, '');
/** Whether a name in the store is one of ours. */
export const isKey = (name: string) => keyPattern.test(name);
