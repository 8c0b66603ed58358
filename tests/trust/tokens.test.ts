import { createHmac, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { hashToken } from '#server/modules/access/access.service.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { sendBytes } from '#tests/support/app/raw-http.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { bar } from './bar.ts';

/** Secrets that developers and copied examples use to sign tokens. */
const defaultSecrets = [
  'secret', 'Secret', 'SECRET', 'secretkey', 'secret-key', 'secret_key', 'your-secret', 'your_secret_key', 'your-256-bit-secret',
  'supersecret', 'super-secret', 'mysecret', 'my-secret-key', 'jwt', 'jwtsecret', 'jwt-secret', 'JWT_SECRET', 'jwt_secret_key',
  'go-admin', 'go-admin-secret', 'ruoyi', 'abcdefghijklmnopqrstuvwxyz', 'yudao', 'jeecg', 'medusa', 'cookie_secret', 'vendure',
  'superadmin', 'strapi', 'tobemodified', 'directus', 'payload', 'odoo', 'erpnext', 'frappe', 'quotemill', 'changeme', 'change-me',
  'password', 'admin', 'root', 'test', 'dev', 'development', 'production', 'key', 'private', '123456', '12345678', '', ' ', 'null',
  'undefined', 'qwerty', 'token', 'shhhhh', 'keyboard cat', 'hmac', '00000000000000000000000000000000', 'LOGIN_SECRET',
]; // prettier-ignore

let app: GateApp;
let admin: Person;
beforeAll(async () => {
  app = await createGateApp();
  admin = await addPerson(app, { roleKey: 'admin' });
});
afterAll(() => app.close());

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = () => ({
  sub: String(admin.userId),
  userId: admin.userId,
  identity: admin.userId,
  username: admin.username,
  roleKey: 'admin',
  permissions: ['*:*:*'],
  sid: 1,
  iat: Math.floor(Date.now() / 1000),
  exp: Math.floor(Date.now() / 1000) + 3600,
});

/** A JSON web token, signed with the secret by the HMAC that `alg` names (SHA-256 for any other). */
function jwt(header: object, payload: object = claims(), secret = 'secret'): string {
  const head = `${encode({ typ: 'JWT', alg: 'HS256', ...header })}.${encode(payload)}`;
  const bits = /\d+$/.exec(String((header as { alg?: string }).alg))?.[0] ?? '256';
  return `${head}.${createHmac(`sha${bits}`, secret).update(head).digest('base64url')}`;
}

async function assertRefused(tokens: readonly string[]): Promise<void> {
  for (const token of tokens) {
    const answer = await app.send('GET', '/getinfo', { token });
    expect(answer, token.slice(0, 200)).toMatchObject({
      status: 401,
      code: 401,
      error: 'session.expired',
      data: null,
    });
  }
}

bar(25, 'altered, truncated, foreign and signed tokens are refused', async () => {
  const { token } = admin;
  const other = (character: string) => (character === 'A' ? 'B' : 'A');
  const altered = Array.from(token, (character, place) => {
    return token.slice(0, place) + other(character) + token.slice(place + 1);
  });
  const misspelt = [
    token.slice(0, -1),
    token.slice(1),
    token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase(),
    Array.from(token).toReversed().join(''),
    token + token,
    `${token} ${token}`,
    `${token},${token}`,
    `${token}=`,
    `${token}\t.`,
    // The stored hash and other values of the session's row.
    hashToken(token),
    Buffer.from(hashToken(token), 'hex').toString('base64url'),
    String(admin.userId),
    '1',
    '*',
    '%',
    'null',
    'undefined',
    'true',
    '[object Object]',
    "' or 1=1 --",
    'é'.repeat(43),
    'A'.repeat(43),
    'A'.repeat(10_000),
    encode({ userId: admin.userId }),
  ];
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rsaHead = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims())}`;
  const algorithms = [
    'none',
    'None',
    'NONE',
    'nOnE',
    '',
    'HS256',
    'HS384',
    'HS512',
    'RS256',
    'ES256',
    'PS256',
    'EdDSA',
  ];
  const signed = algorithms.flatMap((alg) => {
    const whole = jwt({ alg });
    const [head = '', payload = '', signature = ''] = whole.split('.');
    const changed = encode({ ...claims(), userId: 1, username: 'admin' });
    return [
      whole,
      `${head}.${payload}.`,
      `${head}.${payload}`,
      `${head}.${changed}.${signature}`,
      `${head}..${signature}`,
    ];
  });
  signed.push(`${rsaHead}.${createSign('sha256').update(rsaHead).sign(privateKey, 'base64url')}`);
  const random = Array.from({ length: atScale(50, 5_000) }, () => randomBytes(32).toString('base64url'));
  await assertRefused([...altered, ...misspelt, ...signed, ...random]);
  for (const authorization of [
    token,
    `Basic ${token}`,
    `Token ${token}`,
    `bearer${token}`,
    'Bearer',
    'Bearer ',
    '',
  ])
    expect((await app.send('GET', '/getinfo', { headers: { authorization } })).status).toBe(401);
  expect((await app.send('GET', '/getinfo', { token })).status).toBe(200);
  return `${altered.length} with one character changed, ${misspelt.length} misspelt, ${signed.length} JSON web tokens, ${random.length} random ones: all 401`;
});

bar(26, 'tokens signed with common secrets are refused, and two sessions share nothing', async () => {
  const payloads = [claims(), { ...claims(), userId: 1, username: 'admin', sub: '1' }];
  const tokens = defaultSecrets.flatMap((secret) => payloads.map((payload) => jwt({}, payload, secret)));
  await assertRefused(tokens);
  // A token is 256 random bits: it contains nothing of its user, its time or another token.
  const count = atScale(20, 200);
  const password = 'admin-for-tests-1';
  const issued = new Set<string>();
  for (let n = 0; n < count; n += 1) {
    const answer = await app.send('POST', '/login', {
      body: { username: 'admin', password },
      remoteAddress: `10.9.${n >> 4}.1`,
    });
    issued.add(String(answer['token']));
  }
  expect(issued.size).toBe(count);
  const bytes = [...issued].map((token) => Buffer.from(token, 'base64url'));
  expect(bytes.every((token) => token.length === 32)).toBe(true);
  const ones = bytes
    .flatMap((token) => [...token])
    .reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
  // Half of the bits are set, within six standard deviations.
  const bits = count * 256;
  expect(Math.abs(ones - bits / 2)).toBeLessThan(3 * Math.sqrt(bits));
  for (let place = 0; place < 32; place += 1)
    expect(new Set(bytes.map((token) => token[place])).size).toBeGreaterThan(count / 5);
  return `${tokens.length} tokens of ${defaultSecrets.length} known secrets: all 401; ${count} sign-ins, ${count} tokens of 256 random bits; there is no signing secret`;
});

bar(27, 'claims of a token about its lifetime are ignored', async () => {
  const now = Math.floor(Date.now() / 1000);
  const { exp: _exp, ...timeless } = claims();
  const lives: object[] = [
    { exp: now - 1 }, { exp: now + 10 ** 9 }, { exp: String(now + 3600) }, { exp: null }, { exp: 'never' }, { exp: 1e308 },
    { exp: -1 }, { nbf: now + 3600 }, { iat: now + 315_360_000 }, { iat: 0 }, { auth_time: now + 10 }, { exp: [now + 3600] },
  ]; // prettier-ignore
  const payloads = [timeless, ...lives.map((life) => ({ ...claims(), ...life }))];
  const tokens = payloads.flatMap((payload) => [
    jwt({}, payload),
    jwt({ alg: 'none' }, payload),
    encode(payload),
  ]);
  await assertRefused([...tokens, ...[now + 3600, 9_999_999_999].map((exp) => `${admin.token}.${exp}`)]);
  return `${tokens.length + 2} tokens with claims about their lifetime: all 401; the database holds each session's lifetime`;
});

bar(28, 'a token that names its own key is refused', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = publicKey.export({ format: 'jwk' });
  const canary = `http://127.0.0.1:${app.port}/canary`;
  const headers: object[] = [
    { jwk }, { jku: `${canary}/jwks.json` }, { x5u: `${canary}/cert.pem` }, { x5c: [publicKey.export({ format: 'der', type: 'spki' }).toString('base64')] },
    { kid: '../../../../dev/null' }, { kid: '/dev/null' }, { kid: "x' union select 'secret' --" }, { kid: "1'; drop table session; --" },
    { kid: '| id' }, { kid: canary }, { kid: '' }, { kid: 0 }, { kid: ['a'] }, { crit: ['exp'] }, { b64: false, crit: ['b64'] }, { cty: 'JWT' },
    { zip: 'DEF' }, { enc: 'A256GCM', alg: 'dir' },
  ]; // prettier-ignore
  const tokens = headers.flatMap((header) => {
    const head = `${encode({ alg: 'RS256', typ: 'JWT', ...header })}.${encode(claims())}`;
    const signature = createSign('sha256').update(head).sign(privateKey, 'base64url');
    return [`${head}.${signature}`, jwt(header, claims(), ''), jwt(header, claims(), '\0')];
  });
  await assertRefused(tokens);
  expect(app.log()).not.toContain('/canary');
  const { rows } = await app.database.pool.query<{ n: number }>('select count(*)::int as n from session');
  expect(rows[0]?.n).toBeGreaterThan(0);
  return `${tokens.length} tokens with ${headers.length} kinds of key hints: all 401, no address requested`;
});

bar(33, 'a token is accepted in the Authorization header only, and never logged', async () => {
  const { token } = await addPerson(app, { roleKey: 'admin' });
  const names = [
    'token',
    'access_token',
    'Authorization',
    'authorization',
    'auth',
    'jwt',
    'sid',
    'session',
    'key',
    'bearer',
  ];
  let tried = 0;
  const refuse = async (...[method, path, options]: Parameters<typeof app.send>) => {
    tried += 1;
    const answer = await app.send(method, path, options);
    expect(answer.status, `${method} ${path}`).toBe(401);
  };
  for (const name of names) {
    for (const value of [token, encodeURIComponent(`Bearer ${token}`)]) {
      await refuse('GET', `/getinfo?${name}=${value}`);
      await refuse('GET', '/getinfo', { headers: { cookie: `${name}=${value}` } });
      await refuse('POST', '/post', { body: { [name]: value } });
      await refuse('POST', '/post', {
        raw: `${name}=${value}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    }
    await refuse('GET', '/getinfo', { headers: { [`x-${name.replaceAll('_', '-').toLowerCase()}`]: token } });
  }
  for (const name of [
    'proxy-authorization',
    'x-api-key',
    'x-auth-token',
    'x-csrf-token',
    'www-authenticate',
    'sec-websocket-protocol',
  ])
    await refuse('GET', '/getinfo', { headers: { [name]: `Bearer ${token}` } });
  const twice = `GET /api/v1/getinfo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'A'.repeat(43)}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
  expect((await sendBytes(app.port, twice))?.status).toBe(401);
  expect((await app.send('GET', `/notification/stream?token=${token}`)).status).toBe(401);

  // A token in the URL is refused even next to a valid header, and no log contains it, whatever the outcome.
  const valid = { token };
  const calls = [
    await app.send('POST', `/post?token=${token}`, { ...valid, body: {} }),
    await app.send('POST', '/post', { ...valid, body: { token } }),
    await app.send('POST', '/post', { ...valid, raw: `{"token":"${token}"` }),
    await app.send('GET', `/post?token=${token}`, valid),
    await app.send('GET', `/post/1?token=${token}`, valid),
    await app.send('GET', `/nothing?token=${token}`, valid),
    await app.send('GET', '/post', { ...valid, headers: { 'x-request-id': 'a'.repeat(300) } }),
    await app.send('POST', '/logout', { ...valid, headers: { 'user-agent': 'x'.repeat(9_000) } }),
  ];
  expect(calls.map(({ status }) => status)).toStrictEqual([400, 400, 400, 400, 400, 404, 200, 200]);
  // Also when the server itself fails.
  await app.database.pool.query('alter table sys_post rename to sys_post_away');
  const failed = await app.send('GET', `/post?postName=${token}`, { token: admin.token });
  await app.database.pool.query('alter table sys_post_away rename to sys_post');
  expect(failed.status).toBe(500);
  const logged = await app.database.pool.query<{ row: string }>(
    'select l::text as row from sys_opera_log l union all select l::text from sys_login_log l union all select s::text from session s',
  );
  const lines = [...app.log().split('\n'), ...logged.rows.map(({ row }) => row)];
  expect(lines.length).toBeGreaterThan(tried);
  const secrets = [token, encodeURIComponent(token), hashToken(token)];
  const telling = lines.filter((line) => secrets.slice(0, 2).some((secret) => line.includes(secret)));
  expect(telling).toStrictEqual([]);
  expect(app.log()).not.toContain(secrets[2]);
  return `${tried} places other than the header: all 401; ${lines.length} lines and rows of logs at level trace: none holds the token`;
});
