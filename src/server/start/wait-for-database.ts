import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { errorCode } from '#server/system/file-errors.ts';
import { asDatabaseFailure } from '#server/http/pg-errors.ts';

const RETRY_MS = 500;
/** Errors for an unknown host name: when containers start together, the database's may not be resolvable at first. */
const unknownNames = new Set(['ENOTFOUND', 'EAI_AGAIN']);

/**
 * Resolves once the database accepts connections.
 * @throws errors that waiting cannot fix: a wrong password, a missing database
 */
export async function waitForDatabase(connectionString: ConnectionString, logger: Logger): Promise<void> {
  let failure = await findFailure(connectionString);
  if (failure === undefined) return;
  const since = performance.now();
  logger.warn({ err: failure }, 'the database does not answer: waiting for it');
  while (failure !== undefined) {
    await delay(RETRY_MS);
    failure = await findFailure(connectionString);
  }
  logger.warn({ afterMs: Math.round(performance.now() - since) }, 'the database answers');
}

/** The reason why the database is unreachable; undefined when it is reachable. */
async function findFailure(connectionString: ConnectionString): Promise<unknown> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  // If the connection breaks later, the next query fails.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    const isUnavailable = asDatabaseFailure(error)?.error === 'server.unavailable';
    if (!isUnavailable && !unknownNames.has(errorCode(error) ?? '')) throw error;
    return error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
