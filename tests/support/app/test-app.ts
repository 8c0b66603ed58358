import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { buildApp, type AppOptions } from '#server/app.ts';
import { toDataDirectoryPath } from '#server/data-directory/data-directory.ts';
import { openDatabase } from '#server/db/database.ts';
import { createFileStore } from '#server/modules/files/create-file-store.ts';
import { createSender, type Api, type WireRequest } from './api.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** The app within this process. */
export interface TestApp extends Api {
  http: FastifyInstance;
  /** Moves the server's clock. */
  setNow(now: Date | undefined): void;
  close(): Promise<void>;
}

/** The apps that this process has started. */
let started = 0;

/** The real app on a separate database with the seeded data, or on `given`, which `close` drops too. */
export async function createTestApp(
  options: Partial<AppOptions> = {},
  given?: TestDatabase,
): Promise<TestApp> {
  const testDatabase = given ?? (await createTestDatabase());
  const dataDir = toDataDirectoryPath(await mkdtemp(join(tmpdir(), 'quotemill-app-')));
  const store = createFileStore({ kind: 'disk' }, dataDir);
  await store.open();
  const database = openDatabase(testDatabase.url, 10, () => undefined);
  // The limits of a process count by user id and outlive an app, so each app's users have other ids.
  started += 1;
  await database.pool.query(`alter sequence sys_user_user_id_seq restart with ${started * 1_000}`);
  let fixedNow: Date | undefined;
  const http = await buildApp({
    database,
    logger: pino({ level: 'silent' }),
    clock: () => fixedNow ?? new Date(),
    version: '0.0.0-test',
    dataDir,
    store,
    origin: 'https://quote.test',
    loginCaptcha: false,
    trustProxy: false,
    docs: true,
    pages: false,
    // On a busy machine timers are late; a separate test covers this limit.
    limits: { atOnce: 500, lateMs: Infinity },
    ...options,
  });
  const exchange = async ({ payload, remoteAddress, ...wire }: WireRequest) => {
    const request: InjectOptions = {
      ...wire,
      ...(payload === undefined ? {} : { payload }),
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    };
    const answer = await http.inject(request);
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  };
  return {
    http,
    database,
    dataDir,
    url: testDatabase.url,
    setNow: (now) => void (fixedNow = now),
    ...createSender(exchange),
    async close() {
      await http.close();
      await database.close();
      await testDatabase.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
