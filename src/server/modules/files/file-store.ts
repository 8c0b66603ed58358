import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Content to store: in memory, or in a file of `incoming` that the store may move. */
export type Content = Buffer | { path: string; size: number; hash: string };

export interface StoredObject {
  key: string;
  modifiedAt: Date;
}

/**
 * Stores the bytes of files. The content of a key never changes. Every function throws `storage.full` when there is no space and
 * `server.unavailable` when the store does not answer.
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
  /** Why the store accepts no files now, in one sentence; empty if it does. Names no host, bucket or key. */
  failure: () => Promise<string>;
}

const keyPattern = /^[0-9a-f]{32}(-t)?$/;

/** Returns an unguessable key. */
export const newKey = () => randomBytes(16).toString('hex');
/** The key of a file's thumbnail. */
export const thumbnailKeyOf = (key: string) => `${key}-t`;
/** The key of the file, given its own or its thumbnail's key. */
export const fileKeyOf = (key: string) => key.replace(/-t$/, '');
export const isKey = (name: string) => keyPattern.test(name);
