import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listEndpoints } from '#contract/endpoints.ts';
import { failureFaults } from '#tests/support/answers.ts';
import { anyJson, hostileText, near } from '#tests/support/fuzz-inputs.ts';
import { inputSchema } from '#tests/support/json-schema.ts';
import { addPerson } from '#tests/support/people.ts';
import type { Envelope } from '#tests/support/api.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

/** The run is always the same; with another `FUZZ_SEED` and `FUZZ_RUNS` it looks elsewhere and further. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);
const runs = Number(process.env['FUZZ_RUNS'] ?? 30);

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  token = (await addPerson(app, { roleKey: 'admin' })).token;
});
afterAll(() => app.close());

const pathPart = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 40 }).map(String) },
  { weight: 1, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())) },
);
const queryText = fc.oneof(hostileText, anyJson.map(String)).map((text) => text.toWellFormed());

/** What must hold of every answer, whatever was asked. */
function faultsOf(answer: Envelope, hint: string): string[] {
  const { status, headers } = answer;
  if (status >= 500) return [`${hint}: ${status} ${answer.msg}`];
  if (status === 200) {
    const isFile = headers['content-disposition'] !== undefined;
    return isFile || (answer.code === 200 && typeof answer.msg === 'string') ? [] : [`${hint}: no envelope`];
  }
  return status === 304 ? [] : failureFaults(answer, hint);
}

describe.each(listEndpoints())('$name', ({ endpoint }) => {
  test(`answers ${runs} strange requests in the envelope and never fails (seed ${seed})`, async () => {
    const body = endpoint.body ? near(inputSchema(endpoint.body)) : fc.constant(undefined);
    const names = endpoint.query ? Object.keys(inputSchema(endpoint.query).properties ?? {}) : [];
    const query = fc.dictionary(fc.constantFrom(...names, 'undeclared', '__proto__'), queryText, {
      maxKeys: 3,
      noNullPrototype: true,
    });
    const parts = [...endpoint.path.matchAll(/:\w+/g)].map(() => pathPart);
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        body,
        fc.option(query, { freq: 3, nil: {} }),
        fc.tuple(...parts),
        async (value, search, ids) => {
          count += 1;
          const filled = [...ids];
          const path = endpoint.path.replaceAll(/:\w+/g, () => filled.shift() ?? '1');
          const url = `${path}?${new URLSearchParams(search).toString()}`;
          const answer = await app.send(endpoint.method, endpoint.query ? url : path, {
            ...(endpoint.permission === 'public' ? {} : { token }),
            ...(endpoint.method === 'GET' || value === undefined ? {} : { body: value }),
            headers: { 'idempotency-key': randomUUID() },
            remoteAddress: `10.9.${count >> 8}.${count & 255}`,
          });
          // Signing out or changing the password ends the session that the next request needs.
          if (answer.status === 401) token = (await addPerson(app, { roleKey: 'admin' })).token;
          expect(faultsOf(answer, `${endpoint.method} ${url}`)).toStrictEqual([]);
        },
      ),
      // Without any input there is little to vary.
      { seed, numRuns: parts.length + names.length > 0 || endpoint.body ? runs : 2 },
    );
  });
});

test('after all that the server is ready, and nobody was changed for good', async () => {
  expect((await app.http.inject('/readyz')).statusCode).toBe(200);
  expect((await app.send('GET', '/app-config')).status).toBe(200);
  expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
});
