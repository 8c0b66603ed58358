import { pino } from 'pino';
import type { ConnectionString } from '#server/db/connection-string.ts';
import type { Config } from '#server/config/config.ts';
import { openDataDirectory } from '#server/data-directory/data-directory.ts';
import { startPrivatePostgres } from '#server/db/private-postgres/private-postgres.ts';
import { findRunningPostgres } from '#server/db/private-postgres/running-postgres.ts';

/**
 * Connects a command to the configured database, the private one of the running server, or a private one started for
 * this command.
 * @throws StartError with one sentence
 */
export async function connectForCommand(
  config: Config,
): Promise<{ connectionString: ConnectionString; close(): Promise<void> }> {
  const close = () => Promise.resolve();
  if (config.databaseUrl !== undefined) return { connectionString: config.databaseUrl, close };
  const running = await findRunningPostgres(config.dataDir);
  if (running !== undefined) return { connectionString: running, close };

  const dataDirectory = await openDataDirectory(config.dataDir);
  try {
    const postgres = await startPrivatePostgres({ dataDirectory, logger: pino({ level: 'silent' }) });
    return {
      connectionString: postgres.connectionString,
      async close() {
        await postgres.stop();
        await dataDirectory.release();
      },
    };
  } catch (error) {
    await dataDirectory.release();
    throw error;
  }
}
