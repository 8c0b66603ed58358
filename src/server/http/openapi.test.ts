import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import { listEndpoints } from '#contract/endpoints.ts';
import { failureFaults } from '#tests/support/app/answers.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  'x-permission': string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content: Record<string, { schema?: object }> }>;
}
interface Document {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
}

let app: TestApp;
let document: Document;
beforeAll(async () => {
  app = await createTestApp();
  document = (await app.http.inject('/openapi.json')).json();
});
afterAll(() => app.close());

const endpoints = listEndpoints();

test('every endpoint of the contract is registered exactly once', () => {
  const missing = endpoints.filter(
    ({ endpoint: { method, path } }) => !app.http.hasRoute({ method, url: API_BASE + path }),
  );
  expect(missing.map(({ name }) => name)).toStrictEqual([]);
  const addresses = endpoints.map(({ endpoint: { method, path } }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

describe('/openapi.json', () => {
  test('is OpenAPI 3.1 of this version', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '0.0.0-test' } });
  });

  test.each(endpoints)('describes $name', ({ name, endpoint }) => {
    const path = API_BASE + endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    const operation = document.paths[path]?.[endpoint.method.toLowerCase()];
    expect(operation).toMatchObject({
      operationId: name,
      summary: endpoint.summary,
      'x-permission': endpoint.permission,
      security: endpoint.permission === 'public' ? [] : [{ bearer: [] }],
    });
    const named = (place: string) =>
      operation?.parameters.filter((parameter) => parameter.in === place) ?? [];
    expect(named('path').map(({ name }) => name)).toStrictEqual(
      [...endpoint.path.matchAll(/:(\w+)/g)].map(([, key]) => key),
    );
    expect(named('query').length > 0).toBe(endpoint.query !== undefined);
    expect(named('header').map(({ name }) => name)).toStrictEqual(
      endpoint.idempotent ? ['Idempotency-Key'] : [],
    );
    const hasBody = endpoint.body !== undefined || endpoint.upload !== undefined;
    expect(operation?.requestBody !== undefined).toBe(hasBody);
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(['200', 'default']));
  });

  test('describes file uploads and file answers', () => {
    const { requestBody } = document.paths['/api/v1/public/uploadFile']!['post']!;
    expect(Object.keys(requestBody?.content ?? {})).toStrictEqual(['multipart/form-data']);
    const { responses } = document.paths['/api/v1/file/{id}']!['get']!;
    expect(Object.keys(responses['200']!.content)).toStrictEqual(['*/*']);
  });

  test('describes no other endpoints', () => {
    const described = Object.values(document.paths).flatMap((operations) => Object.values(operations));
    expect(described.map(({ operationId }) => operationId).toSorted()).toStrictEqual(
      endpoints.map(({ name }) => name).toSorted(),
    );
  });
});

test('the reference page names every endpoint and needs no script', async () => {
  const page = await app.http.inject('/docs');
  expect(page.headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'");
  expect(page.body).not.toContain('<script');
  const missing = endpoints.filter(({ name }) => !page.body.includes(`<td>${name}</td>`));
  expect(missing).toStrictEqual([]);
  const hidden = await createTestApp({ docs: false });
  for (const url of ['/docs', '/openapi.json']) expect((await hidden.http.inject(url)).statusCode).toBe(404);
  await hidden.close();
});

test('an unknown URL is 404 in the envelope, with or without a session', async () => {
  const faults: string[] = [];
  for (const path of [
    '/nothing',
    '/order/1/nothing',
    '/',
    '',
    '/metrics',
    '/monitor',
    '/debug',
    '/config.json',
  ])
    for (const who of [{}, { as: 'admin' }])
      faults.push(
        ...failureFaults(await app.send('GET', path, who), path, { status: 404, error: 'route.not_found' }),
      );
  expect(faults).toStrictEqual([]);
});
