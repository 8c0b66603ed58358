import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { S3Config } from '#server/config/file-store-settings.ts';
import { AppError } from '#server/http/app-error.ts';
import { isKey, newKey, type Content, type FileStore, type StoredObject } from './file-store.ts';

const RESPONSE_TIMEOUT_MS = 10_000;
/** Long enough for 50 MB over a slow line. */
const UPLOAD_TIMEOUT_MS = 120_000;
const TRIAL_TIMEOUT_MS = 5_000;
/** How long the result of a trial is reused, after a success and after a failure. */
const SUCCESS_FRESH_MS = 60_000;
const FAILURE_FRESH_MS = 10_000;
const ATTEMPTS = 3;
const PAUSE_MS = 200;

interface StoreRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  /** The path below the bucket. */
  path: string;
  query?: Record<string, string>;
  /** Opened again for each attempt. */
  content?: Content;
  timeoutMs: number;
}

/**
 * Stores files in a bucket of an S3-compatible store, addressed by path (`host/bucket/key`) or by host
 * (`bucket.host/key`). Uploads wait in a local directory until their length and hash are known: both are sent along, so that the
 * store rejects damaged content.
 */
export function createS3Store(config: S3Config, incomingParent: string): FileStore {
  const { bucket, prefix, region, accessKeyId, secretAccessKey } = config;
  const root = bucketUrl(config);
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const incoming = join(incomingParent, 'incoming');

  /** One attempt. The timeout covers the response head only: the body is read at the reader's pace. */
  async function attempt({ method, path, query, content, timeoutMs }: StoreRequest): Promise<Response> {
    const url = new URL(root + path);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new Error(`no response in ${timeoutMs / 1000} s`)), timeoutMs);
    const file =
      content === undefined || Buffer.isBuffer(content) ? undefined : createReadStream(content.path);
    try {
      const init = { method, signal: abort.signal, ...bodyOf(content, file) };
      const response = await client.fetch(url.href, init);
      // Closing the file may break the connection, so the response, which is short here, is read first.
      return file ? new Response((await response.text()) || null, { status: response.status }) : response;
    } finally {
      clearTimeout(timer);
      file?.destroy();
    }
  }

  /** Retries until the store responds; every request is idempotent. Throws `storage.full`, `server.unavailable`. */
  async function send(request: StoreRequest): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      const outcome = await attempt(request).catch((error: unknown) => ({ error }));
      if (!('error' in outcome) && (outcome.ok || outcome.status === 404)) return outcome;
      const failure = await toAppError(outcome);
      if (failure.error === 'storage.full' || tries === ATTEMPTS) throw failure;
      await delay(PAUSE_MS * 2 ** tries);
    }
  }

  let trial: { failure: Promise<string>; freshUntil: number } | undefined;

  /** Puts and deletes a tiny object. Resolves with the failure in one sentence; empty if both work. */
  async function tryStore(): Promise<string> {
    const path = prefix + newKey();
    try {
      const content = Buffer.from('trial');
      const put = await attempt({ method: 'PUT', path, content, timeoutMs: TRIAL_TIMEOUT_MS });
      if (!put.ok) return await failureText('写入', put);
      await put.body?.cancel();
      const removed = await attempt({ method: 'DELETE', path, timeoutMs: TRIAL_TIMEOUT_MS });
      if (!removed.ok) return await failureText('删除', removed);
      await removed.body?.cancel();
      return '';
    } catch {
      return '连接不上对象存储：请核对 FILE_STORE 的主机、端口和 tls';
    }
  }

  return {
    kind: 's3',
    incoming,
    async open() {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
    },
    async put(key, content) {
      const response = await send({
        method: 'PUT',
        path: prefix + key,
        content,
        timeoutMs: UPLOAD_TIMEOUT_MS,
      });
      await response.body?.cancel();
      if (!response.ok) throw unavailable(`the bucket ${bucket} does not exist`);
      if (!Buffer.isBuffer(content)) await rm(content.path, { force: true });
    },
    async read(key) {
      const response = await send({ method: 'GET', path: prefix + key, timeoutMs: RESPONSE_TIMEOUT_MS });
      if (response.ok && response.body) return Readable.fromWeb(response.body as WebStream);
      await response.body?.cancel();
      return undefined;
    },
    async remove(key) {
      const response = await send({ method: 'DELETE', path: prefix + key, timeoutMs: RESPONSE_TIMEOUT_MS });
      await response.body?.cancel();
    },
    async *list() {
      let after: string | undefined;
      do {
        const query = {
          'list-type': '2',
          prefix,
          ...(after === undefined ? {} : { 'continuation-token': after }),
        };
        const response = await send({ method: 'GET', path: '', query, timeoutMs: RESPONSE_TIMEOUT_MS });
        const page = readPage(await response.text(), prefix);
        yield page.objects;
        after = page.next;
      } while (after !== undefined);
    },
    failure() {
      if (trial && performance.now() < trial.freshUntil) return trial.failure;
      const started = { failure: tryStore(), freshUntil: Infinity };
      trial = started;
      void started.failure.then((failure) => {
        started.freshUntil = performance.now() + (failure === '' ? SUCCESS_FRESH_MS : FAILURE_FRESH_MS);
      });
      return started.failure;
    },
  };
}

/** The URL of the bucket, with a trailing slash. */
function bucketUrl({ endpoint, style, bucket }: S3Config): string {
  return style === 'path' ? `${endpoint}/${bucket}/` : `${endpoint.replace('://', `://${bucket}.`)}/`;
}

/** Common configuration mistakes, by the store's error codes. */
const knownFailures: readonly (readonly [RegExp, string])[] = [
  [
    /SecondLevelDomainForbidden|PathStyleDomainForbidden|VirtualHostDomainRequired/,
    '对象存储不接受路径形式的地址：请在 FILE_STORE 的参数中加上 style=virtual',
  ],
  [/InvalidAccessKeyId|SignatureDoesNotMatch/, '对象存储的访问密钥或私有密钥不对'],
  [/NoSuchBucket/, '对象存储中没有这个存储桶'],
  [/AuthorizationHeaderMalformed|InvalidRegion|PermanentRedirect/, '对象存储的区域或主机与存储桶不符'],
  [/RequestTimeTooSkewed/, '服务器的时钟与对象存储相差太大'],
  [/StorageFull|QuotaExceeded|InsufficientCapacity/i, '对象存储的空间已满'],
  [/AccessDenied/, '对象存储的密钥没有写入或删除的权限'],
];

/** Why the store refused a trial, in one sentence. */
async function failureText(step: string, response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  const [, code = ''] = /<Code>(\w{1,60})<\/Code>/.exec(text) ?? [];
  const hint = knownFailures.find(([pattern]) => pattern.test(code))?.[1];
  return hint ?? `对象存储不能${step}文件：它答复 ${response.status}${code === '' ? '' : ` ${code}`}`;
}

/** Body and headers of a request: without a length, a stream would be sent in chunks, which S3 rejects. */
function bodyOf(content: Content | undefined, file: Readable | undefined) {
  if (content === undefined) return {};
  const isBuffer = Buffer.isBuffer(content);
  const hash = isBuffer ? createHash('sha256').update(content).digest('hex') : content.hash;
  const headers = {
    'x-amz-content-sha256': hash,
    'content-type': 'application/octet-stream',
    'content-length': String(isBuffer ? content.byteLength : content.size),
  };
  if (isBuffer) return { headers, body: new Uint8Array(content) };
  return file ? { headers, body: Readable.toWeb(file) as ReadableStream, duplex: 'half' } : {};
}

async function toAppError(outcome: Response | { error: unknown }): Promise<AppError> {
  if ('error' in outcome) return unavailable('no response', outcome.error);
  const text = await outcome.text().catch(() => '');
  const [, code = ''] = /<Code>([^<]*)<\/Code>/.exec(text) ?? [];
  const cause = new Error(`the file store answered ${outcome.status} ${code}`);
  const isFull = outcome.status === 507 || /StorageFull|QuotaExceeded|InsufficientCapacity/i.test(code);
  return isFull ? new AppError('storage.full', { cause }) : unavailable(cause.message, cause);
}

const unavailable = (message: string, cause?: unknown) =>
  new AppError('server.unavailable', { retryAfterSeconds: 5, cause: cause ?? new Error(message) });

/** A page of the object list; foreign names are skipped, so no name needs decoding. */
function readPage(xml: string, prefix: string): { objects: StoredObject[]; next?: string } {
  const objects: StoredObject[] = [];
  for (const [, entry = ''] of xml.matchAll(/<Contents>([^]*?)<\/Contents>/g)) {
    const [, name = ''] = /<Key>([^<]*)<\/Key>/.exec(entry) ?? [];
    const [, time = ''] = /<LastModified>([^<]*)<\/LastModified>/.exec(entry) ?? [];
    const key = name.slice(prefix.length);
    if (name.startsWith(prefix) && isKey(key)) objects.push({ key, modifiedAt: new Date(time) });
  }
  const isMore = /<IsTruncated>true</.test(xml);
  const [, next] = /<NextContinuationToken>([^<]*)</.exec(xml) ?? [];
  return { objects, ...(isMore && next !== undefined ? { next } : {}) };
}
