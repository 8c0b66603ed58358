import { createHash } from 'node:crypto';
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startS3Server, type S3Server } from '#tests/support/processes/s3-server.ts';
import { newKey, type FileStore } from './file-store.ts';
import { createS3Store } from './s3-store.ts';

let s3: S3Server;
let store: FileStore;
beforeAll(async () => {
  s3 = await startS3Server();
  store = createS3Store(s3.config, s3.directory);
  await store.open();
});
afterAll(() => s3.close());

async function listed(): Promise<string[]> {
  const keys: string[] = [];
  for await (const batch of store.list()) keys.push(...batch.map(({ key }) => key));
  return keys.toSorted();
}

describe('against an S3 server', () => {
  test('bytes and files are stored, read, listed below their folder, and removed', async () => {
    const [small, large] = [newKey(), newKey()];
    const content = Buffer.alloc(6_000_000, 'quotemill');
    const path = join(store.incoming, 'arrived');
    await writeFile(path, content);
    await store.put(small, Buffer.from('small'));
    const hash = createHash('sha256').update(content).digest('hex');
    await store.put(large, { path, size: content.length, hash });
    // The store has moved the file.
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    expect((await buffer((await store.read(large))!)).equals(content)).toBe(true);
    expect((await buffer((await store.read(small))!)).toString()).toBe('small');
    // Another folder of the same bucket is a separate store.
    const other = createS3Store({ ...s3.config, prefix: 'other/' }, s3.directory);
    await other.put(newKey(), Buffer.from('theirs'));
    expect(await listed()).toStrictEqual([small, large].toSorted());
    await store.remove(small);
    await store.remove(small);
    expect(await store.read(small)).toBeUndefined();
    expect(await listed()).toStrictEqual([large]);
  });

  test('an unknown key and a missing bucket are reported', async () => {
    expect(await store.failure()).toBe('');
    const wrongs = [
      [{ accessKeyId: 'UNKNOWN' }, '访问密钥'],
      [{ bucket: 'missing' }, '没有这个存储桶'],
    ] as const;
    for (const [wrong, sentence] of wrongs) {
      const shut = createS3Store({ ...s3.config, ...wrong }, s3.directory);
      expect(await shut.failure()).toContain(sentence);
      await expect(shut.put(newKey(), Buffer.from('x'))).rejects.toMatchObject({
        error: 'server.unavailable',
      });
    }
  });
});

describe('against a failing store', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** A store that sends these responses in order and repeats the last one. */
  async function troubled(...answers: { status: number; code?: string; text?: string }[]) {
    let asked = 0;
    const urls: string[] = [];
    server = createServer((request, response) => {
      const { status, code = '', text } = answers[Math.min(asked, answers.length - 1)]!;
      asked += 1;
      urls.push(request.url ?? '');
      request
        .resume()
        .on('end', () => response.writeHead(status).end(text ?? `<Error><Code>${code}</Code></Error>`));
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}`;
    return { store: createS3Store({ ...s3.config, endpoint }, s3.directory), asked: () => asked, urls };
  }

  test('a temporary failure is retried, and a file is resent completely', async () => {
    const { store: shaky, asked } = await troubled(
      { status: 500 },
      { status: 503, code: 'SlowDown' },
      { status: 200 },
    );
    const path = join(store.incoming, 'again');
    await writeFile(path, 'again');
    const hash = createHash('sha256').update('again').digest('hex');
    await shaky.put(newKey(), { path, size: 5, hash });
    expect(asked()).toBe(3);
  });

  test('a full store is reported at once, a persistent failure after three attempts', async () => {
    const full = await troubled({ status: 507, code: 'XMinioStorageFull' });
    await expect(full.store.put(newKey(), Buffer.from('x'))).rejects.toMatchObject({ error: 'storage.full' });
    expect(full.asked()).toBe(1);
    const broken = await troubled({ status: 500 });
    await expect(broken.store.read(newKey())).rejects.toMatchObject({ error: 'server.unavailable' });
    expect(broken.asked()).toBe(3);
  });

  /** Number of handles that this process has open on a file. */
  async function timesOpen(path: string): Promise<number> {
    const links = await Promise.allSettled(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`)),
    );
    return links.filter((link) => link.status === 'fulfilled' && link.value.startsWith(path)).length;
  }

  test('a file is closed when it cannot be sent', async () => {
    const path = join(store.incoming, 'unsent');
    const content = Buffer.alloc(20_000_000);
    await writeFile(path, content);
    const file = { path, size: content.length, hash: createHash('sha256').update(content).digest('hex') };
    const { store: away } = await troubled({ status: 200 });
    server?.closeAllConnections();
    await new Promise<void>((resolve) => server?.close(() => resolve()));
    server = undefined;
    await expect(away.put(newKey(), file)).rejects.toMatchObject({ error: 'server.unavailable' });
    await expect.poll(() => timesOpen(path)).toBe(0);

    // Answers before reading the whole body, and reads no further.
    server = createServer((_, response) => response.writeHead(403).end('<Code>QuotaExceeded</Code>'));
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const hasty = createS3Store({ ...s3.config, endpoint: `http://127.0.0.1:${port}` }, s3.directory);
    await expect(hasty.put(newKey(), file)).rejects.toMatchObject({ error: 'storage.full' });
    await expect.poll(() => timesOpen(path)).toBe(0);
  });

  test('a list of several pages is read to the end; foreign objects are skipped', async () => {
    const keys = [newKey(), `${newKey()}-t`];
    const entry = (name: string) =>
      `<Contents><Key>${name}</Key><LastModified>2026-11-20T00:00:00.000Z</LastModified></Contents>`;
    const { store: paged, urls } = await troubled(
      {
        status: 200,
        text: `<ListBucketResult><IsTruncated>true</IsTruncated>${entry(`shop/${keys[0]}`)}${entry('shop/README')}<NextContinuationToken>a+b=</NextContinuationToken></ListBucketResult>`,
      },
      {
        status: 200,
        text: `<ListBucketResult><IsTruncated>false</IsTruncated>${entry(`shop/${keys[1]}`)}${entry(newKey())}</ListBucketResult>`,
      },
    );
    const batches = [];
    for await (const batch of paged.list()) batches.push(batch);
    const modifiedAt = new Date('2026-11-20T00:00:00Z');
    expect(batches).toStrictEqual(keys.map((key) => [{ key, modifiedAt }]));
    expect(urls[1]).toContain('continuation-token=a%2Bb%3D');
  });

  test('the bucket is in the path or in the host; the wrong choice is reported', async () => {
    const asked: string[] = [];
    const refuse = () => new Response('<Code>SecondLevelDomainForbidden</Code>', { status: 403 });
    const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation((request) => {
      const { method, url } = request as globalThis.Request;
      asked.push(`${method} ${url.replace(/[0-9a-f]{32}$/, 'KEY')}`);
      return Promise.resolve(new URL(url).host.startsWith('drawings.') ? new Response() : refuse());
    });
    try {
      const open = (style: 'path' | 'virtual') =>
        createS3Store(
          { ...s3.config, style, endpoint: 'https://oss-cn-hangzhou.aliyuncs.com' },
          s3.directory,
        );
      expect(await open('path').failure()).toContain('style=virtual');
      const virtual = open('virtual');
      // The result of a check is reused for a minute.
      expect([await virtual.failure(), await virtual.failure()]).toEqual(['', '']);
      expect(asked).toEqual([
        'PUT https://oss-cn-hangzhou.aliyuncs.com/drawings/shop/KEY',
        'PUT https://drawings.oss-cn-hangzhou.aliyuncs.com/shop/KEY',
        'DELETE https://drawings.oss-cn-hangzhou.aliyuncs.com/shop/KEY',
      ]);
    } finally {
      fetching.mockRestore();
    }
  });

  test('an unreachable store is reported', async () => {
    const { store: away } = await troubled({ status: 200 });
    server?.closeAllConnections();
    await new Promise<void>((resolve) => server?.close(() => resolve()));
    server = undefined;
    await expect(away.remove(newKey())).rejects.toMatchObject({ error: 'server.unavailable' });
    expect(await away.failure()).toContain('连接不上');
  });
});
