import { setTimeout } from 'node:timers/promises';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import type { Database } from '#server/db/database.ts';
import type { ConnectionString } from '#server/db/connection-string.ts';
import type { DataDirectoryPath } from '#server/data-directory/data-directory.ts';
import { testPasswords } from './test-database.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The envelope of a response. */
export interface Envelope {
  status: number;
  headers: Record<string, unknown>;
  requestId: string;
  code: number;
  msg: string;
  error?: string;
  errors?: Record<string, string>;
  // `never` is assignable to every type: each test declares the type of `data` that it checks.
  data: never;
  [flat: string]: unknown;
}

export interface SendOptions {
  as?: string;
  token?: string;
  body?: unknown;
  /** Sent unchanged. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
  remoteAddress?: string;
}

/** The API of a running app and its database and files, whether it runs in this process or another. */
export interface Api {
  database: Database;
  /** The data directory, with the files unless a file store was given. */
  dataDir: DataDirectoryPath;
  /** The database's connection string. */
  url: ConnectionString;
  /** Sends a call below `/api/v1`; with `as`, signed in as that user (one cached session per user). */
  send(method: Method, path: string, options?: SendOptions): Promise<Envelope>;
  /** The token of a new session. */
  signIn(username: string, password?: string): Promise<string>;
}

/** A request to the app. */
export interface WireRequest {
  method: Method;
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
  remoteAddress?: string;
}

export interface WireAnswer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** `send` and `signIn` over any transport. */
export function createSender(
  exchange: (request: WireRequest) => Promise<WireAnswer>,
): Pick<Api, 'send' | 'signIn'> {
  const tokens = new Map<string, Promise<string>>();

  const send: Api['send'] = async (
    method,
    path,
    { as, token, body, raw, headers = {}, remoteAddress } = {},
  ) => {
    if (as !== undefined && !tokens.has(as)) tokens.set(as, signIn(as));
    const bearer = token ?? (as === undefined ? undefined : await tokens.get(as));
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await exchange({
      method,
      url: path.startsWith('/api') ? path : API_BASE + path,
      headers: {
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const envelope: object = isJson && answer.body !== '' ? JSON.parse(answer.body) : {};
    return { ...(envelope as Envelope), status: answer.status, headers: answer.headers };
  };

  async function signIn(username: string, password?: string): Promise<string> {
    const known: Record<string, string> = testPasswords;
    const ask = () => send('POST', '/login', { body: { username, password: password ?? known[username] } });
    let answer = await ask();
    // Retries the first request of a file: when many files start at once, the app may answer 503 while its database is busy.
    for (let again = 0; answer.status === 503 && again < 5; again += 1) {
      await setTimeout(Number(answer.headers['retry-after']) * 1_000);
      answer = await ask();
    }
    if (answer.code !== 200) throw new Error(`sign-in of ${username}: ${answer.msg}`);
    return String(answer['token']);
  }

  return { send, signIn };
}
