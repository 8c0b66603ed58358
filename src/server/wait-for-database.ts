import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { errorCode } from './file-errors.ts';
import { AppError } from './http/app-error.ts';
import { createHttpServer } from './http/http-server.ts';
import { asDatabaseFailure } from './http/pg-errors.ts';
import { healthRoutes } from './modules/health/health.routes.ts';

const RETRY_MS = 500;
/** A name that nobody knows yet: where containers start together, the database's comes with it. */
const unknownNames = new Set(['ENOTFOUND', 'EAI_AGAIN']);

/**
 * Resolves once the database takes connections. Until then the server lives (`/healthz`) and is not ready: everything
 * else is answered with 503.
 * @throws whatever waiting does not help against: a wrong password, a database that does not exist
 */
export async function waitForDatabase(
  connectionString: string,
  { host, port }: { host: string; port: number },
  logger: Logger,
): Promise<void> {
  let failure = await findFailure(connectionString);
  if (failure === undefined) return;
  const since = performance.now();
  logger.warn({ err: failure }, 'the database does not answer: waiting for it');
  const http = createHttpServer({ logger, trustProxy: false, isStopping: () => false });
  http.addHook('onRequest', async ({ url }) => {
    if (url !== '/healthz') throw new AppError('server.unavailable', { retryAfterSeconds: 2 });
  });
  healthRoutes(http, () => Promise.resolve());
  await http.listen({ host, port });
  try {
    while (failure !== undefined) {
      await delay(RETRY_MS);
      failure = await findFailure(connectionString);
    }
  } finally {
    await http.close();
  }
  logger.warn({ afterMs: Math.round(performance.now() - since) }, 'the database answers');
}

/** Why the database cannot be had at present; undefined when it can. */
async function findFailure(connectionString: string): Promise<unknown> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  // One that breaks after it was made tells whoever asks next.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    const isAway = asDatabaseFailure(error)?.error === 'server.unavailable';
    if (!isAway && !unknownNames.has(errorCode(error) ?? '')) throw error;
    return error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
