import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpServer } from './http-server.ts';
import type { LoadLimits } from '#server/fairness/load-shedding.ts';
import { pagesVersion, staticPages } from './static-pages.ts';

const SCRIPT = 'globalThis.early = "数";';

let http: FastifyInstance;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quotemill-pages-'));
  await mkdir(join(directory, 'client/assets'), { recursive: true });
  await writeFile(join(directory, 'secret.txt'), 'canary');
  await writeFile(join(directory, 'client/secret.txt'), 'canary');
  await writeFile(
    join(directory, 'client/index.html'),
    `<script>${SCRIPT}</script><title>storefront</title><script type="module" src="/assets/main-1a2b.js"></script>`,
  );
  await writeFile(
    join(directory, 'client/admin.html'),
    '<title>back office</title><meta nonce="__CSP_NONCE__">',
  );
  await writeFile(join(directory, 'client/assets/main-1a2b.js'), 'export {};');
  http = await serve();
});
afterAll(async () => {
  await http.close();
  await rm(directory, { recursive: true, force: true });
});

async function serve(limits?: LoadLimits): Promise<FastifyInstance> {
  const server = createHttpServer({
    logger: pino({ level: 'silent' }),
    trustProxy: false,
    isStopping: () => false,
    limits,
    pages: pagesVersion(join(directory, 'client')),
  });
  await staticPages(server, join(directory, 'client'));
  return server;
}

test('an overloaded server refuses API calls, but serves pages and assets', async () => {
  const overloaded = await serve({ atOnce: 0, lateMs: 60_000 });
  overloaded.get('/api/v1/health', () => 'well');
  const addresses = ['/api/v1/health', '/', '/admin', '/assets/main-1a2b.js'];
  const answers = await Promise.all(addresses.map((url) => overloaded.inject({ method: 'GET', url })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 200, 200, 200]);
  expect(answers[0]?.headers['x-pages-version']).toMatch(/^[\da-f]{12}$/);
  await overloaded.close();
});

const get = (url: string) => http.inject({ method: 'GET', url });

describe('pages', () => {
  test.each([
    ['/', 'storefront'],
    ['/user/login?next=/', 'storefront'],
    ['/admin', 'back office'],
    ['/admin/sys-post?x=1.png', 'back office'],
  ])('%s is the %s', async (url, title) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(`<title>${title}</title>`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
    expect(answer.headers['content-security-policy']).not.toContain('unsafe');
  });

  test.each(['/administrator', '/docs', '/no/such/page', '/404', '//', '//user/order', '/User/order'])(
    '%s is the 404 page of the storefront, with status 404',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain('<title>storefront</title>');
      expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
    },
  );

  test('each page of the back office has a fresh style nonce; the storefront needs none', async () => {
    const nonces = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const { body, headers } = await get('/admin');
        const [, inHeader] =
          /style-src 'self' 'nonce-([\w+/=]{24})'/.exec(String(headers['content-security-policy'])) ?? [];
        expect(body).toContain(`nonce="${inHeader}"`);
        return inHeader;
      }),
    );
    expect(new Set(nonces).size).toBe(5);
    const storefront = await get('/');
    expect(storefront.headers['content-security-policy']).toContain("style-src 'self';");
  });

  test('the content security policy allows only the inline script of the page, by its hash', async () => {
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    const policyAt = async (url: string) =>
      /script-src [^;]*/.exec(String((await get(url)).headers['content-security-policy']))?.[0];
    expect(await policyAt('/')).toBe(`script-src 'self' 'sha256-${hash}'`);
    expect(await policyAt('/admin')).toBe("script-src 'self'");
    expect(await policyAt('/assets/main-1a2b.js')).toBe("script-src 'self'");
  });

  test('assets are immutable, with a policy and without content sniffing', async () => {
    const answer = await get('/assets/main-1a2b.js');
    expect(answer).toMatchObject({ statusCode: 200, body: 'export {};' });
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    '/api/v1/nothing',
    '/api',
    '/favicon.ico',
    '/.env',
    '/.git/config',
    '/index.html.map',
    '/assets/nothing.js',
    '/assets/',
    '/assets/.env',
    '/assets/../secret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/%2e%2e%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/..%5csecret.txt',
    '/assets/%252e%252e/secret.txt',
    '/assets//etc/passwd',
    '/assets/%00',
    '/assets/main-1a2b.js%00.png',
    `/assets/${'a'.repeat(300)}`,
    '/%2e%2e/secret.txt',
    '/assets/%zz',
  ])('%s is refused in the envelope', async (url) => {
    const answer = await get(url);
    expect(answer.body).not.toContain('canary');
    expect([400, 404]).toContain(answer.statusCode);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toMatchObject({ code: answer.statusCode, data: null });
  });

  test.each([
    '//',
    '///',
    '//evil.example/',
    '//evil.example/%2e%2e',
    '/\\evil',
    '/?a=//',
    'http://x/',
    '/%20',
  ])('%s is answered with a page or a client error, never a server error', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.headers['location']).toBeUndefined();
  });
});
