import { afterAll, beforeAll, expect } from 'vitest';
import { addCustomerWithRecords } from '#tests/support/data/customer-records.ts';
import { readCatalogue } from '#tests/support/data/quotations.ts';
import { sendBytes } from '#tests/support/app/raw-http.ts';
import { createGateApp, madeAssets, type GateApp } from '#tests/support/app/gate-app.ts';
import { bar } from './bar.ts';

let app: GateApp;
beforeAll(async () => {
  app = await createGateApp({ hasPages: true });
});
afterAll(() => app.close());

/** On every response. */
const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
/** Headers that would help an attacker or admit another origin. */
const nowhere =
  /^(server|x-powered-by|via|x-aspnet.*|x-runtime|x-version|x-generator|set-cookie|access-control-.*)$/;

interface Kind {
  what: string;
  status: number;
  policy: RegExp;
  cache: string;
  type: RegExp;
}
const data: Omit<Kind, 'what' | 'status'> = {
  policy: /^default-src 'none'; frame-ancestors 'none'$/,
  cache: 'no-store',
  type: /^application\/json; charset=utf-8$/,
};
const page: Omit<Kind, 'what' | 'status'> = {
  policy:
    /^default-src 'none'; script-src 'self'( 'sha256-[\w+/]{43}=')*; style-src 'self'( 'nonce-[\w+/=]{24}')?; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
  cache: 'no-cache',
  type: /^text\/html; charset=utf-8$/,
};
const asset = {
  ...page,
  cache: 'public, max-age=31536000, immutable',
  type: /^(text|application)\/(javascript|css)|^font\//,
};
/** The reader of models runs WebAssembly: the one exception, and in a worker that no page's script shares. */
const modelReader = {
  ...asset,
  policy: new RegExp(asset.policy.source.replace("'self'", "'self' 'wasm-unsafe-eval'")),
};
const file = {
  policy: /sandbox|default-src 'none'/,
  cache: 'no-store',
  type: /^(application\/pdf|image\/(png|webp)|text\/csv)/,
};

bar(70, 'every kind of answer has the security headers, and none names its software', async () => {
  const { person, quotedId, fileId, share } = await addCustomerWithRecords(app, await readCatalogue(app));
  const admin = await app.signIn('admin');
  const { pool } = app.database;
  const get = (path: string, token?: string, ...more: string[]) =>
    [
      `GET ${path} HTTP/1.1`,
      'Host: x',
      'Connection: close',
      ...(token ? [`Authorization: Bearer ${token}`] : []),
      ...more,
      '',
      '',
    ].join('\r\n');
  const post = (path: string, body: string, type = 'application/json', token = admin) =>
    [
      `POST ${path} HTTP/1.1`,
      'Host: x',
      'Connection: close',
      `Authorization: Bearer ${token}`,
      `Content-Type: ${type}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n');
  const mine = person.token;
  const answers: [bytes: string, Kind][] = [
    [get('/'), { what: 'storefront', status: 200, ...page }],
    [get('/user/order'), { what: 'page of the storefront', status: 200, ...page }],
    [get('/admin'), { what: 'back office', status: 200, ...page }],
    [get('/no/such/page'), { what: 'page that is none', status: 404, ...page }],
    [get(`/assets/${madeAssets.script}`), { what: 'script', status: 200, ...asset }],
    [get(`/assets/${madeAssets.modelReader}`), { what: 'reader of models', status: 200, ...modelReader }],
    [get(`/assets/${madeAssets.styles}`), { what: 'styles', status: 200, ...asset }],
    [get('/assets/nothing.js'), { what: 'asset that is none', status: 404, ...data }],
    [get('/api/v1/app-config'), { what: 'answer', status: 200, ...data }],
    [get('/api/v1/getinfo', mine), { what: 'answer to a caller', status: 200, ...data }],
    [get('/healthz'), { what: 'health', status: 200, ...data }],
    [get('/readyz'), { what: 'readiness', status: 200, ...data }],
    [get('/metrics', undefined, 'Via: x'), { what: 'figures', status: 404, ...data }],
    [get('/api/v1/post?x=1', admin), { what: 'wrong input', status: 400, ...data }],
    [get('/api/v1/getinfo'), { what: 'nobody', status: 401, ...data }],
    [get('/api/v1/sys-user', mine), { what: 'no right', status: 403, ...data }],
    [get('/api/v1/nothing', mine), { what: 'no endpoint', status: 404, ...data }],
    [get('/api/v1/order/987654', mine), { what: 'no record', status: 404, ...data }],
    [post('/api/v1/post', '{'), { what: 'broken JSON', status: 400, ...data }],
    [post('/api/v1/post', 'x', 'text/plain'), { what: 'wrong type', status: 415, ...data }],
    [post('/api/v1/post', `"${'x'.repeat(300_000)}"`), { what: 'too large', status: 413, ...data }],
    [get(`/${'a'.repeat(20_000)}`), { what: 'long address', status: 431, ...data }],
    ['hello\r\n\r\n', { what: 'no HTTP', status: 400, ...data }],
    ['CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', { what: 'CONNECT', status: 405, ...data }],
    [get(`/api/v1/file/${fileId}`, mine), { what: 'file of a customer', status: 200, ...file }],
    [get(`/api/v1/file/${fileId}/thumbnail`, mine), { what: 'small picture', status: 200, ...file }],
    [get(`/api/v1/order/${quotedId}/quotation.pdf`, mine), { what: 'PDF', status: 200, ...file }],
    [get(`/api/v1/public/share/${share.token}/quotation.pdf`), { what: 'shared PDF', status: 200, ...file }],
    [get('/api/v1/post/export?format=csv', admin), { what: 'export', status: 200, ...file }],
  ];
  const check = async ([bytes, { what, status, policy, cache, type }]: [string, Kind]) => {
    const answer = await sendBytes(app.port, Buffer.from(bytes, 'latin1'));
    const headers = answer?.headers ?? {};
    expect([what, answer?.status]).toEqual([what, status]);
    expect(headers, what).toMatchObject(everywhere);
    expect(headers['content-security-policy'], what).toMatch(policy);
    const forbidden = policy === modelReader.policy ? /unsafe-(?!eval)|(?<!wasm-)unsafe|\*/ : /unsafe|\*/;
    expect(headers['content-security-policy'], what).not.toMatch(forbidden);
    expect(headers['cache-control'], what).toContain(cache);
    expect(headers['content-type'], what).toMatch(type);
    expect(
      Object.keys(headers).filter((name) => nowhere.test(name)),
      what,
    ).toEqual([]);
    // No names or versions of software; HSTS only for requests that a trusted proxy marks as HTTPS.
    const { 'content-security-policy': _policy, etag: _etag, ...rest } = headers;
    expect(JSON.stringify(rest), what).not.toMatch(
      /fastify|node|express|nginx|postgres|quotemill\/|\d+\.\d+\.\d+/i,
    );
    expect(headers['strict-transport-security'], what).toBeUndefined();
    return headers;
  };
  for (const one of answers) {
    const headers = await check(one);
    if (one[1].type === file.type && !one[1].what.includes('picture')) {
      expect(headers['content-disposition'], one[1].what).toMatch(/^attachment; filename/);
    }
  }
  await pool.query('alter table sys_post rename to sys_post_gone');
  try {
    await check([get('/api/v1/post', admin), { what: 'failure', status: 500, ...data }]);
  } finally {
    await pool.query('alter table sys_post_gone rename to sys_post');
  }
  const kinds = [...new Set(answers.map(([, { status }]) => status)), 500].toSorted((a, b) => a - b);
  return `${answers.length + 1} kinds of answers (pages, assets, data, files, failures of every layer; status ${kinds.join(', ')}), ${Object.keys(everywhere).length + 2} headers each; none names a server, a framework or a version`;
});
