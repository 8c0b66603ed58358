import { afterAll, beforeAll, expect } from 'vitest';
import { PUBLIC_BODY_BYTES } from '#server/http/route.ts';
import { failureFaults, fieldFaults } from '#tests/support/app/answers.ts';
import {
  bodyFields,
  createContractProbe,
  faultsOf,
  nameOf,
  rawWith,
  type ContractProbe,
} from '#tests/support/app/contract-probe.ts';
import { untilArchived } from '#tests/support/app/until-archived.ts';
import { form, formPart, formType, samples } from '#tests/support/data/files.ts';
import { withField } from '#tests/support/app/json-schema.ts';
import { sendBytes } from '#tests/support/app/raw-http.ts';
import { assertBelow, createSampler } from '#tests/support/load/scale.ts';
import { costOf, createMaximum } from '#tests/support/processes/process-cost.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import type { ValidCall } from '#tests/support/app/valid-inputs.ts';
import { bar } from './bar.ts';

let app: ServedApp;
let probe: ContractProbe;
let writes: ValidCall[];
beforeAll(async () => {
  app = await createServedApp();
  probe = await createContractProbe(app);
  await untilArchived(app);
  writes = probe.calls.filter(({ endpoint }) => endpoint.body !== undefined);
});
afterAll(() => app.close());

const few = createSampler();
const prototypeKeys = ['__proto__', 'constructor', 'prototype', String.raw`__pr\u006fto__`];
const pollution =
  '{"isAdmin":true,"permissions":["*:*:*"],"status":404,"toString":1,"fields":{},"error":"x"}';

/** Behaviour that would change if `Object.prototype` had gained a field. */
async function behaviour(): Promise<unknown> {
  const ask = async (path: string, as?: string) => {
    const {
      requestId: _,
      headers: __,
      ...answer
    } = await app.send('GET', path, as === undefined ? {} : { as });
    return answer;
  };
  return Promise.all([
    ask('/app-config'),
    ask('/getinfo', 'demo'),
    ask('/menurole', 'demo'),
    ask('/material', 'demo'),
    ask('/sys-user', 'demo'),
    ask('/sys-user?pageSize=0', 'admin'),
    ask('/post/999999', 'admin'),
    ask('/nothing'),
  ]);
}

bar(56, 'keys of the prototype are refused anywhere in a body, and no object gains them', async () => {
  await app.send('GET', '/getinfo', { as: 'demo' });
  await app.send('GET', '/getinfo', { as: 'admin' });
  const before = await behaviour();
  let requests = 0;
  const faults = await faultsOf(probe, async (found) => {
    for (const call of writes) {
      const ofObjects = bodyFields(call).filter(({ path }) => typeof path.at(-1) === 'string');
      const parents = new Map(ofObjects.map(({ path }) => [nameOf(path.slice(0, -1)), path.slice(0, -1)]));
      for (const parent of parents.values()) {
        for (const key of few(['isAdmin', 'toString', 'valueOf', 'hasOwnProperty', 'Items', 'id; drop'], 3)) {
          const path = [...parent, key];
          requests += 1;
          found.push(
            ...fieldFaults(
              await probe.sendBody(call, withField(call.body, path, 1)),
              nameOf(path),
              call.name,
            ),
          );
        }
        for (const key of few(prototypeKeys, 2)) {
          for (const value of few(
            [pollution, '1', 'null', `{"prototype":${pollution}}`, `[${pollution}]`],
            2,
          )) {
            const raw = rawWith(call, [...parent, 'hole'], value).replace('"hole":', () => `"${key}":`);
            requests += 1;
            found.push(...failureFaults(await probe.sendRaw(call, raw), raw, { error: 'request.invalid' }));
          }
        }
      }
    }
  });
  expect(faults).toStrictEqual([]);
  expect(await behaviour()).toStrictEqual(before);
  return `${requests} bodies of ${writes.length} endpoints`;
});

bar(56, 'keys of the prototype have no effect in a query, a path, a header, a form or a table', async () => {
  const before = await behaviour();
  const faults = await faultsOf(probe, async (found) => {
    for (const query of [
      '__proto__[isAdmin]=true',
      '__proto__.isAdmin=true',
      'constructor[prototype][isAdmin]=1',
      '__proto__=1',
      'constructor=1',
    ])
      for (const name of ['posts.list', 'materials.list', 'authentication.info'])
        found.push(...failureFaults(await probe.get(name, query), query, { status: 400 }));
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      for (const path of [
        `/configKey/${key}`,
        `/set-config/picture/${key}`,
        `/post/${key}`,
        `/${key}`,
        `/public/share/${key}`,
        `/order/${key}/withExt`,
      ]) {
        const answer = await app.send('GET', path, { as: 'admin' });
        if (answer.status !== 404) found.push(...failureFaults(answer, path, { status: 400 }));
      }
      const { status } = await app.send('GET', '/dict-data/option-select?dictType=' + key, { as: 'demo' });
      if (status >= 500) found.push(`the dictionary ${key}: ${status}`);
      const headed = await app.send('GET', '/app-config', { headers: { [key]: pollution } });
      if (headed.status !== 200) found.push(`the header ${key}: ${headed.status}`);
      const parts = form(
        formPart(key, undefined, pollution),
        formPart('file', 'a.pdf', samples.pdf.subarray(0, 4)),
      );
      const sent = await app.send('POST', '/public/uploadFile', {
        as: 'demo',
        raw: parts,
        headers: { 'content-type': formType },
      });
      found.push(...failureFaults(sent, `a form with ${key}`, { status: 400 }));
      const table = `${key},材料编号,选项编号,价格,天数\n1,1,1,1,1\n`;
      const read = await app.send('POST', '/price-table/import', {
        as: 'admin',
        raw: table,
        headers: { 'content-type': 'text/csv' },
      });
      const { errors } = read.data as { errors: { column: string }[] };
      if (!errors.some(({ column }) => column === key)) found.push(`a table with ${key} is read`);
    }
  });
  expect(faults).toStrictEqual([]);
  expect(await behaviour()).toStrictEqual(before);
  return 'queries, paths, headers, forms and tables';
});

const otherTypes = [
  'application/json\tx',
  'application/json x',
  'application/json;charset=utf-7',
  'application/json; charset=gbk',
  'application/json; charset=utf-16',
  'application/json; charset=utf-8; charset=utf-7',
  'application/json; x=y',
  'application/json, application/json',
  'application/json;',
  'application/jsonp',
  'application/vnd.api+json',
  'application/json5',
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'json',
  '*/*',
  ';',
  ' ',
];

bar(57, 'a body whose type is not JSON in UTF-8 is refused before it is parsed', async () => {
  let requests = 0;
  const token = await app.signIn('admin');
  const faults = await faultsOf(probe, async (found) => {
    for (const call of writes) {
      for (const type of few(otherTypes, 5)) {
        // Such an endpoint reads a form too, and this one is malformed.
        if (call.endpoint.formPicture !== undefined && type.startsWith('multipart/')) continue;
        requests += 1;
        const answer = await probe.sendRaw(call, JSON.stringify(call.body), { 'content-type': type });
        found.push(...failureFaults(answer, `${call.name} ${type}`, { error: 'request.media_type' }));
      }
      // Similar or otherwise wrong types do not bypass the schema either.
      const answer = await probe.sendRaw(call, '[1]', {
        'content-type': 'APPLICATION/JSON ; Charset="UTF-8"',
      });
      found.push(...failureFaults(answer, call.name, { error: 'request.invalid' }));
    }
    const head = `POST /api/v1/post HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\nContent-Length: 2\r\n`;
    const json = 'Content-Type: application/json';
    for (const lines of [
      '',
      'Content-Type:\r\n',
      `${json}\r\nContent-Type: text/plain\r\n`,
      `Content-Type: text/plain\r\n${json}\r\n`,
      `${json}\r\n${json}; charset=utf-7\r\n`,
    ]) {
      requests += 1;
      const answer = await sendBytes(app.port, `${head}${lines}\r\n{}`);
      // Node keeps the first of two types; the schema then refuses the body.
      const wanted = lines.startsWith(json) ? [400, 415] : [415];
      if (!wanted.includes(answer?.status ?? 0)) found.push(`${JSON.stringify(lines)}: ${answer?.status}`);
    }
  });
  expect(faults).toStrictEqual([]);
  const quote = probe.callOf('quotes.quote');
  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])
    expect((await probe.sendRaw(quote, JSON.stringify(quote.body), { 'content-type': type })).status).toBe(
      200,
    );
  return `${requests} bodies of ${writes.length} endpoints; the types sent by axios and fetch are accepted`;
});

bar(57, 'no text of a request adds a line to the log', async () => {
  const fake = '{"level":60,"msg":"FAKE LINE"}';
  const breaks = ['\r\n', '\n', '\r', '\0', '\u2028', '\u0085', '\u001b[2J'];
  const encoded = ['%0d%0a', '%0a', '%00', '%E2%80%A8', '%1b%5b2J'];
  const start = app.server.output().length;
  let answered = 0;
  for (const text of [...breaks, ...encoded]) {
    const raw = [
      `GET /a${text}${fake} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      `GET /healthz?a=${text}${fake} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      `GET /api/v1/nothing HTTP/1.1\r\nHost: x${text}${fake}\r\nConnection: close\r\n\r\n`,
      `GET /api/v1/nothing HTTP/1.1\r\nHost: x\r\nUser-Agent: a${text}${fake}\r\nConnection: close\r\n\r\n`,
      `GET /api/v1/nothing HTTP/1.1\r\nHost: x\r\nX-Request-Id: a${text}${fake}\r\nConnection: close\r\n\r\n`,
      `GET /api/v1/nothing HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 1.1.1.1${text}${fake}\r\nConnection: close\r\n\r\n`,
    ];
    for (const bytes of raw) {
      const answer = await sendBytes(app.port, Buffer.from(bytes, 'utf8'));
      answered += answer === undefined ? 0 : 1;
      for (const name of Object.keys(answer?.headers ?? {})) expect(name).toMatch(/^[\w-]+$/);
    }
    const body = { username: `x${text}${fake}`.slice(0, 64), password: fake };
    await app.send('POST', '/login', { body, remoteAddress: '10.57.0.1' });
    await app.send('POST', '/post', { as: 'admin', body: { postName: `${text}${fake}` } });
  }
  // Once a later request has been logged, so have these.
  await app.send('GET', '/nothing-else');
  await expect.poll(() => app.server.output()).toContain('/nothing-else');
  const lines = app.server.output().slice(start).trim().split('\n');
  for (const line of lines) {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string };
    expect(level, line).toBeLessThan(50);
    expect(msg).not.toContain('FAKE');
    // eslint-disable-next-line no-control-regex -- control characters are what it looks for
    expect(line).not.toMatch(/[\u0000-\u001f\u007f]/);
  }
  return `${answered} raw requests, ${lines.length} lines of the log, each of them ours`;
});

const mebibyte = 1024 ** 2;
const million = `[${'1,'.repeat(999_999)}1]`;
const keys = Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join();

bar(60, 'a body too deep, too long or too large is refused at once', async () => {
  const { worst, note, tell } = createMaximum();
  let requests = 0;
  const faults = await faultsOf(probe, async (found) => {
    for (const call of writes) {
      const isPublic = call.endpoint.permission === 'public';
      const { maxBytes = isPublic ? PUBLIC_BODY_BYTES : 256 * 1024 } = call.endpoint;
      const key = nameOf(bodyFields(call)[0]!.path).split('.')[0];
      const bodies: [raw: string, error: string][] = [
        [`${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'request.malformed'],
        [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'request.malformed'],
        [`{"${key}":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'request.malformed'],
        ['['.repeat(100_000), 'request.malformed'],
        [million, 'request.invalid'],
        [`{"${key}":${million}}`, 'request.invalid'],
        [`{"${key}":[${'{},'.repeat(80_000)}{}]}`, 'request.invalid'],
        [`{${keys}}`, 'request.malformed'],
        [`"${'a'.repeat(mebibyte - 1)}"`, 'request.invalid'],
        [`"${'a'.repeat(maxBytes - 1)}"`, 'request.too_large'],
        [`"${'a'.repeat(2 * maxBytes - 1)}"`, 'request.too_large'],
      ];
      for (const [raw, problem] of few(bodies, 4)) {
        const error = raw.length > maxBytes ? 'request.too_large' : problem;
        requests += 1;
        const hint = `${call.name} ${raw.slice(0, 20)}… of ${raw.length}`;
        const { answer, cost } = await costOf(app.server.pid, () => probe.sendRaw(call, raw));
        note(cost, hint);
        found.push(...failureFaults(answer, hint, { error }));
      }
    }
  });
  expect(faults).toStrictEqual([]);
  assertBelow(worst.cpuMs, 200, `ms of CPU: ${worst.of}`);
  assertBelow(worst.ms, 200, 'ms for a refusal');
  return `${requests} bodies of ${writes.length} endpoints, ${tell()} (${worst.of})`;
});
