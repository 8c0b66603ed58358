import { setTimeout as delay } from 'node:timers/promises';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import { passwords } from '../processes/run-server.ts';
import { solveChallenge } from './solve-challenge.ts';

/** A response of the server; each test asserts the type of `data`. */
export interface Answer {
  status: number;
  type: string;
  body: Record<string, unknown>;
  elapsedMs: number;
}

/** The body of an order. */
export interface OrderBody {
  items: Record<string, unknown>[];
  price: string;
}

/** A signed-in client of a real server over HTTP. */
export interface ApiClient {
  token: string;
  /** Throws when the server does not respond. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** `number` kinds of parts in the default configuration, priced by the server. */
  composeOrder(number: number): Promise<OrderBody>;
  placeOrder(order: OrderBody, key: string): Promise<Answer>;
}

const COME_AGAIN_MS = 200;

/** A client that retries while the server answers 503, as one that has just started on a busy machine may. */
export function patientClient(client: ApiClient): ApiClient {
  const call: ApiClient['call'] = async (...request) => {
    for (;;) {
      const answer = await client.call(...request);
      if (answer.status !== 503) return answer;
      await delay(COME_AGAIN_MS);
    }
  };
  return { ...client, call };
}

/** The same client at another base URL: a session outlives its server. */
export function clientOf(address: string, token: string): ApiClient {
  const call: ApiClient['call'] = async (method, path, body, headers = {}) => {
    const startedAt = performance.now();
    const answer = await fetch(address + API_BASE + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      body: text === '' ? {} : JSON.parse(text),
      elapsedMs: performance.now() - startedAt,
    };
  };
  return {
    token,
    call,
    async composeOrder(number) {
      const { data } = expectOk(await call('GET', '/material_process/default_config'));
      const { origin: _origin, cncPrice: _cncPrice, ...item } = Object(data);
      const items = Array.from({ length: number }, (_, n) => ({ ...item, num: n + 1, name: `零件${n + 1}` }));
      const quotation = Object(expectOk(await call('POST', '/quote', { items })).data);
      return { items, price: String(quotation.price) };
    },
    placeOrder: (order, key) => call('POST', '/order', order, { 'idempotency-key': key }),
  };
}

/** A busy server closes idle connections; unlike a browser, `fetch` does not repeat a request that crosses such a close. */
export const ownConnection = { connection: 'close' };

/** Signs `demo` in, with proof of work when the account is under attack, and again after 503. */
export async function signIn(address: string, username: keyof typeof passwords = 'demo'): Promise<ApiClient> {
  const ask = (proof = {}) =>
    patientClient(clientOf(address, '')).call(
      'POST',
      '/login',
      { username, password: passwords[username], ...proof },
      ownConnection,
    );
  let answer = await ask();
  if (answer.status === 428) answer = await ask({ proof: solveChallenge(answer.body['data']) });
  return clientOf(address, String(expectOk(answer)['token']));
}

function expectOk({ status, body }: Answer): Record<string, unknown> {
  if (status !== 200) throw new Error(`${status} ${String(body['msg'])}`);
  return body;
}
