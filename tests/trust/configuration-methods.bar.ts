import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { listEndpoints } from '#contract/endpoints.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { inParallel } from '#tests/support/app/in-parallel.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { sendBytes, type RawAnswer } from '#tests/support/app/raw-http.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { untilArchived } from '#tests/support/app/until-archived.ts';
import { validCalls, type ValidCall } from '#tests/support/app/valid-inputs.ts';
import { bar } from './bar.ts';

let app: ServedApp;
let calls: ValidCall[];
let token: string;
beforeAll(async () => {
  app = await createServedApp();
  calls = await validCalls(app);
  token = (await addPerson(app, { roleKey: 'admin' })).token;
  await untilArchived(app);
});
afterAll(() => app.close());

/** Sends a request with any method, the administrator's token and an optional body. */
function request(
  method: string,
  path: string,
  body?: unknown,
  more: string[] = [],
): Promise<RawAnswer | undefined> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Authorization: Bearer ${token}`,
    `Idempotency-Key: ${randomUUID()}`,
    ...more,
    ...(text === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return sendBytes(app.port, [...lines, '', text].join('\r\n'));
}

/** These GETs write by design: when a link was last opened, and the document at its first request. */
const noting = /^(shares\.(open|pdf)|documents\.)/;

bar(72, 'reading changes nothing, and a writing endpoint accepts only its own method', async () => {
  const paths = new Map<string, ValidCall[]>();
  for (const call of calls) paths.set(call.endpoint.path, [...(paths.get(call.endpoint.path) ?? []), call]);
  const readable = (path: string) =>
    paths.get(path)?.some(({ endpoint }) => endpoint.method === 'GET') === true;
  const writes = calls.filter(({ endpoint }) => endpoint.method !== 'GET');
  const before = await stateOf(app.database);
  let count = 0;
  const unknown = ['PATCH', 'TRACE', 'OPTIONS', 'PROPFIND', 'LINK', 'SEARCH', 'COPY', 'MKCOL'];
  const faults = await inParallel(writes, 4, async ({ name, endpoint, url, body }, at) => {
    const own = new Set<string>(paths.get(endpoint.path)?.map((call) => call.endpoint.method));
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].filter(
      (method) => !own.has(method) && !(method === 'HEAD' && readable(endpoint.path)),
    );
    const rare = unknown.filter((_, n) => (n + at) % atScale(unknown.length, 1) === 0);
    const found: string[] = [];
    for (const method of [...others, ...rare]) {
      // Another endpoint's pattern may match this path; then the input is refused.
      const answer = await request(
        method,
        `/api/v1${url}`,
        ['GET', 'HEAD', 'TRACE'].includes(method) ? undefined : body,
      );
      count += 1;
      if (![400, 404, 405].includes(answer?.status ?? 0))
        found.push(`${method} for ${name} (${endpoint.method} ${url}): ${answer?.status}`);
    }
    return found;
  });
  expect(faults.flat()).toEqual([]);
  expect(await stateOf(app.database)).toStrictEqual(before);

  // GET and HEAD write nothing, even with a body or the names of other methods.
  const reads = calls.filter(
    (call) => call.endpoint.method === 'GET' && call.endpoint.answer !== 'stream' && !noting.test(call.name),
  );
  const names = [
    'X-HTTP-Method-Override',
    'X-HTTP-Method',
    'X-Method-Override',
    '_method',
    'X-Original-Method',
  ];
  const wrong = await inParallel(reads, 4, async ({ name, url, query }, at) => {
    const search = new URLSearchParams(query).toString();
    const path = `/api/v1${url}${search === '' ? '' : `?${search}`}`;
    const found: string[] = [];
    const override = [`${names[at % names.length]}: DELETE`];
    const plain = await request('GET', path);
    const overridden = await request('GET', path, { ids: [1] }, override);
    const head = await request('HEAD', path, undefined, override);
    count += 3;
    if (overridden?.status !== plain?.status || plain?.status === undefined)
      found.push(`${name}: ${plain?.status} ${overridden?.status}`);
    if (head?.body !== '') found.push(`${name}: HEAD has a body`);
    return found;
  });
  expect(wrong.flat()).toEqual([]);
  // A parameter that names a method is an unknown parameter.
  const asked = await request('POST', '/api/v1/post?_method=DELETE', { ids: [1] });
  expect(asked?.status).toBe(400);
  expect(await stateOf(app.database)).toStrictEqual(before);
  return `${writes.length} endpoints that write, by every other method (${['GET', 'HEAD', ...unknown].join(', ')}): 404 or 405; ${reads.length} reads by GET and HEAD under ${names.length} headers that name DELETE; ${count} requests, nothing written (a GET that issues a document for the first time and one that opens a link note that, by design)`;
});

bar(72, 'every endpoint has the method that fits it', async () => {
  const reading = listEndpoints().filter(({ endpoint }) => endpoint.method === 'GET');
  expect(
    reading.filter(({ endpoint }) => endpoint.body !== undefined || endpoint.upload !== undefined),
  ).toEqual([]);
  return `${reading.length} reads take no body`;
});

bar(71, 'a CORS preflight of another site is refused', async () => {
  const asked = ['POST', 'PUT', 'DELETE', 'GET'];
  for (const method of asked) {
    for (const path of ['/api/v1/order', '/api/v1/order/1', '/api/v1/login', '/']) {
      const answer = await request('OPTIONS', path, undefined, [
        'Origin: https://evil.example',
        `Access-Control-Request-Method: ${method}`,
        'Access-Control-Request-Headers: authorization,content-type',
      ]);
      expect([path, answer?.status]).toEqual([path, 404]);
      const allowed = Object.keys(answer?.headers ?? {}).filter((name) =>
        /^(access-control-|set-cookie)/.test(name),
      );
      expect(allowed, path).toEqual([]);
    }
  }
  return `${asked.length} × 4 preflights: 404 without permission`;
});
