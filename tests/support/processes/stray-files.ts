import { readdir } from 'node:fs/promises';
import { isKey } from '#server/modules/files/file-store.ts';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { withClient } from '../app/with-client.ts';

/** The traces that a failed upload may leave. */
export interface StrayFiles {
  rowsWithoutFile: string[];
  filesWithoutRow: string[];
  unfinished: string[];
}

export const noStrays: StrayFiles = { rowsWithoutFile: [], filesWithoutRow: [], unfinished: [] };

/** Compares the table of files with a directory of files, thumbnails included. */
export async function findStrays(connectionString: ConnectionString, directory: string): Promise<StrayFiles> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ key: string }>(
      'select key from file union select thumbnail_key from file where thumbnail_key is not null',
    );
    const keys = new Set(rows.map(({ key }) => key));
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && isKey(entry.name));
    const isIncoming = ({ parentPath }: { parentPath: string }) => parentPath.endsWith('/incoming');
    const stored = new Set(files.filter((file) => !isIncoming(file)).map(({ name }) => name));
    return {
      rowsWithoutFile: [...keys].filter((key) => !stored.has(key)),
      filesWithoutRow: [...stored].filter((name) => !keys.has(name)),
      unfinished: files.filter(isIncoming).map(({ name }) => name),
    };
  });
}
