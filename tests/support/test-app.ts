import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { API_BASE } from '#contract/endpoint.ts';
import { buildApp, type AppOptions } from '#server/app.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { createFileStore } from '#server/modules/files/file-stores.service.ts';
import { createTestDatabase, testPasswords } from './test-database.ts';

/** An answer's envelope. */
export interface Envelope {
  status: number;
  headers: Record<string, unknown>;
  requestId: string;
  code: number;
  msg: string;
  error?: string;
  errors?: Record<string, string>;
  // What `data` holds is what each test asserts.
  data: never;
  [flat: string]: unknown;
}

export interface TestApp {
  http: FastifyInstance;
  database: Database;
  /** Its data directory, with its files unless a store was given. */
  dataDir: string;
  url: string;
  /** Moves the server's clock. */
  setNow(now: Date | undefined): void;
  /** Sends a call below `/api/v1`; with `as`, signed in as that user (one session a user, kept). */
  send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: SendOptions): Promise<Envelope>;
  /** A token of a fresh session. */
  signIn(username: string, password?: string): Promise<string>;
  close(): Promise<void>;
}

export interface SendOptions {
  as?: string;
  token?: string;
  body?: unknown;
  /** Sent as it is, whatever it is. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
  remoteAddress?: string;
}

/** The real app on a database of its own, with the first start's data. */
export async function createTestApp(options: Partial<AppOptions> = {}): Promise<TestApp> {
  const testDatabase = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'quotemill-app-'));
  const store = createFileStore({ kind: 'disk' }, dataDir);
  await store.open();
  const database = openDatabase(testDatabase.url, 10, () => undefined);
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
    ...options,
  });
  const tokens = new Map<string, Promise<string>>();

  const send: TestApp['send'] = async (
    method,
    path,
    { as, token, body, raw, headers = {}, remoteAddress } = {},
  ) => {
    if (as !== undefined && !tokens.has(as)) tokens.set(as, signIn(as));
    const bearer = token ?? (as === undefined ? undefined : await tokens.get(as));
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const request: InjectOptions = {
      method,
      url: path.startsWith('/api') ? path : API_BASE + path,
      headers: {
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    };
    const answer = await http.inject(request);
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const envelope: object = isJson && answer.body !== '' ? answer.json() : {};
    return { ...(envelope as Envelope), status: answer.statusCode, headers: answer.headers };
  };

  async function signIn(username: string, password?: string): Promise<string> {
    const known: Record<string, string> = testPasswords;
    const answer = await send('POST', '/login', {
      body: { username, password: password ?? known[username] },
    });
    if (answer.code !== 200) throw new Error(`sign-in of ${username}: ${answer.msg}`);
    return String(answer['token']);
  }

  return {
    http,
    database,
    dataDir,
    url: testDatabase.url,
    setNow: (now) => void (fixedNow = now),
    send,
    signIn,
    async close() {
      await http.close();
      await database.close();
      await testDatabase.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
