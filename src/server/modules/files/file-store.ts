import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Content to store: in memory, or in a file of `incoming` that the store may move. */
export type Content = Buffer | { path: string; size: number; hash: string };

export interface StoredObject {
  key: string;
  modifiedAt: Date;
}

/**
 * Stores the bytes of files. A key is used for one content only. Every function throws `storage.full` without space
 * and `server.unavailable` when the store does not answer.
 */
export interface FileStore {
  readonly kind: 'disk' | 's3';
  /** A local directory for uploads in progress. */
  readonly incoming: string;
  /** Prepares the store. Throws when it is unusable. */
  open: () => Promise<void>;
  /** Stores the whole content durably, or nothing. */
  put: (key: string, content: Content) => Promise<void>;
  /** The content from its start; undefined for an unknown key. */
  read: (key: string) => Promise<Readable | undefined>;
  /** Does nothing for an unknown key. */
  remove: (key: string) => Promise<void>;
  /** All stored objects, in batches. */
  list: () => AsyncIterable<StoredObject[]>;
  /** In one sentence why the store accepts no file now; empty when it does. Names no host, bucket or key. */
  fault: () => Promise<string>;
}

const keyPattern = /^[0-9a-f]{32}(-t)?$/;

/** A new key: unguessable and independent of any input. */
export const newKey = () => randomBytes(16).toString('hex');
/** The key of a file's thumbnail. */
export const thumbnailKeyOf = (key: string) => `${key}-t`;
/** The file's key: the key itself, or that of the file whose thumbnail it names. */
export const fileKeyOf = (key: string) => key.replace(/-t$/, '');
/** Whether a name in the store has the form of our keys. */
export const isKey = (name: string) => keyPattern.test(name);
