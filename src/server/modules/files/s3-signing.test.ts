import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createS3Store } from './s3-store.ts';

const account = { region: 'cn-east-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' };
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signature by the AWS specification (version 4), computed from the received request. */
function signatureOf({ method = '', url = '', headers }: IncomingMessage, signedHeaders: string): string {
  const { pathname, searchParams } = new URL(url, 'http://store');
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
  const lines = signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [
    method,
    pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    query,
    lines.join(''),
    signedHeaders,
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const date = String(headers['x-amz-date']);
  const scope = `${date.slice(0, 8)}/${account.region}/s3/aws4_request`;
  const key = [account.region, 's3', 'aws4_request'].reduce<Buffer>(
    hmac,
    hmac(`AWS4${account.secretAccessKey}`, date.slice(0, 8)),
  );
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex');
}

/** The error of a strict store about a request; undefined for a valid one. */
function faultOf(request: IncomingMessage, body: Buffer): string | undefined {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!parts) return 'no signature';
  const [, , signedHeaders = '', signature = ''] = parts;
  for (const name of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!signedHeaders.split(';').includes(name)) return `${name} is not signed`;
  if (signatureOf(request, signedHeaders) !== signature) return 'another signature';
  const stated = String(request.headers['x-amz-content-sha256']);
  if (stated !== 'UNSIGNED-PAYLOAD' && stated !== sha256(body)) return 'another content';
  return undefined;
}

const seen: string[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const fault = faultOf(request, Buffer.concat(chunks));
    seen.push(`${request.method} ${fault ?? 'good'}`);
    response.writeHead(fault === undefined ? 200 : 403).end('<ListBucketResult></ListBucketResult>');
  });
});
beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
afterAll(() => void server.close());

const open = (own: Partial<typeof account> = {}) =>
  createS3Store(
    {
      kind: 's3',
      style: 'path',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      bucket: 'drawings',
      prefix: 'the shop/图纸(1)/',
      ...account,
      ...own,
    },
    tmpdir(),
  );

test('every type of request has the signature specified by AWS, also with unusual paths and queries', async () => {
  seen.length = 0;
  const store = open();
  await store.put('ab/cd', Buffer.from('content'));
  await store.read('ab/cd');
  await store.remove('ab/cd');
  expect(await store.failure()).toBe('');
  for await (const page of store.list()) expect(page).toEqual([]);
  expect(seen).toStrictEqual(['PUT good', 'GET good', 'DELETE good', 'PUT good', 'DELETE good', 'GET good']);
});

test('a signature with another secret key or region is refused', async () => {
  for (const own of [{ secretAccessKey: 'another' }, { region: 'cn-north-1' }])
    expect(await open(own).failure()).not.toBe('');
  expect(seen.slice(-2)).toStrictEqual(['PUT another signature', 'PUT another signature']);
});
