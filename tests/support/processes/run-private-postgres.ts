import { openDataDirectory, toDataDirectoryPath } from '#server/data-directory/data-directory.ts';
import { startPrivatePostgres } from '#server/db/private-postgres/private-postgres.ts';

/**
 * A server reduced to its database, for tests that kill it or run it as another user: opens the data directory given as
 * argument, prints `ready <connection string>` or `failed <sentence>`, and stops in order when its stdin ends.
 */
const say = (text: string) => process.stdout.write(`${text}\n`);
const logger = {
  info: () => undefined,
  warn: (...args: unknown[]) => say(`warning ${JSON.stringify(args)}`),
  error: (...args: unknown[]) => say(`error ${JSON.stringify(args)}`),
};

try {
  const directory = await openDataDirectory(toDataDirectoryPath(process.argv[2] ?? ''));
  const postgres = await startPrivatePostgres({ dataDirectory: directory, logger });
  say(`ready ${postgres.connectionString}`);
  process.stdin.resume().on('end', () => {
    void postgres.stop().then(() => directory.release());
  });
} catch (error) {
  say(`failed ${error instanceof Error ? `${error.name} ${error.message}` : String(error)}`);
  process.stdin.destroy();
  process.exitCode = 1;
}
