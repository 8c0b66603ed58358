import type { ImportResource } from '#contract/kernel/permissions.ts';
import type * as z from 'zod/mini';
import type { importEndpoints, ImportSpec } from '#contract/kernel/record-import.ts';
import type { Column, Endpoint } from '#contract/kernel/endpoint.ts';
import type { Db } from '#server/db/database.ts';
import type { Caller } from '#server/modules/access/caller.ts';

type Endpoints = ReturnType<typeof importEndpoints<ImportResource>>;

/** Translates between names and values in a column that names other records. */
export interface Lookup {
  /** The value for a name; undefined for an unknown one. Throws `AmbiguousName`. */
  find: (name: string) => unknown;
  nameOf: (value: unknown) => string;
  /** Whether the value has this name; other values may have it too. */
  isNamed: (value: unknown, name: string) => boolean;
  /** The value of an empty cell. */
  none: unknown;
}

export class AmbiguousName extends Error {
  override readonly name = 'AmbiguousName';
}

/** The records that a file is compared with. */
export interface Stored<Row> {
  records: readonly Row[];
  lookups: Readonly<Record<string, Lookup>>;
}

/** The ids and keys of the records in a file. */
export interface RecordKeys {
  ids: readonly number[];
  /** Texts of the key's columns, joined by a line break. */
  keys: readonly string[];
}

export interface WriteCall {
  caller: Caller;
  now: Date;
  audit: (changes: Record<string, unknown>) => void;
}

/** The first password of a new user with its hash. */
export interface FirstPassword {
  password: string;
  hash: string;
}

/** The rules for importing a resource, whose records have a `version`. */
export interface RecordImport<Row, Input> {
  spec: ImportSpec;
  endpoints: Endpoints & {
    create: Pick<Endpoint, 'permission'> & { body: z.ZodMiniObject };
    update: Pick<Endpoint, 'permission'>;
    /** Columns of the export that the import does not have are ignored in a file. */
    export?: { columns?: Readonly<Record<string, Column | undefined>> };
  };
  idOf: (row: Row) => number;
  /** Values of a new record for columns that the file lacks or leaves empty. */
  defaults?: Partial<Input>;
  /** The records with these ids or keys, or all of them, as far as the caller may see them. */
  load: (db: Db, caller: Caller, keys: RecordKeys | undefined) => Promise<Stored<Row>>;
  /** Normalises the text of a key for comparisons; default: unchanged. */
  foldKey?: (text: string) => string;
  /** The name by which later rows refer to a new record, from the texts of its cells by field. */
  pathOf?: (texts: Readonly<Record<string, string>>) => string;
  /** Advanced before rows are written: its lock serialises writers. A preview skips it, as orders need the lock too. */
  revision?: 'catalogue' | 'access';
  /** Throws when the rows together break a rule. */
  checkAll?: (tx: Db) => Promise<void>;
  /** Creates a record by the rules of its endpoint and returns its id. */
  create: (
    tx: Db,
    input: Input,
    call: WriteCall,
    firstPassword: FirstPassword | undefined,
  ) => Promise<number>;
  /** Changes a record by the rules of its endpoint. Throws `record.changed` for a stale version. */
  update: (tx: Db, id: number, input: Input & { version: number }, call: WriteCall) => Promise<unknown>;
  /** Creates the first password that each new record needs. */
  firstPassword?: () => Promise<FirstPassword>;
  /** The most new records per file. */
  maxCreated?: number;
}
