import { pino } from 'pino';
import type { Config } from './config.ts';
import { openDataDirectory } from './data-directory.ts';
import { startPrivatePostgres } from './db/private-postgres/private-postgres.ts';
import { findRunningPostgres } from './db/private-postgres/running-postgres.ts';

/**
 * The database for a command of the command line: the configured one, the private one of the server that is running,
 * or the private one started for the command alone.
 * @throws StartError with one sentence
 */
export async function connectForCommand(
  config: Config,
): Promise<{ connectionString: string; close(): Promise<void> }> {
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
