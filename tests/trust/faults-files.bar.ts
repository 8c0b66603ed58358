import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect } from 'vitest';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import { clientOf, signIn } from '#tests/support/app/api-client.ts';
import { form, formPart, formType, samples, upload } from '#tests/support/data/files.ts';
import { killLeftovers, runServer } from '#tests/support/processes/run-server.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { mountSmallDisk, type SmallDisk } from '#tests/support/processes/small-disk.ts';
import { findStrays, noStrays } from '#tests/support/processes/stray-files.ts';
import { createEmptyDatabase } from '#tests/support/app/test-database.ts';
import { ownDirectory } from '#tests/support/processes/own-directory.ts';
import { bar } from './bar.ts';

const MB = 1024 * 1024;
const timeout = 3_600_000;
const receiver = fileURLToPath(new URL('../support/processes/run-file-receiver.ts', import.meta.url));
const drawing = (bytes: number) => Buffer.concat([samples.pdf, Buffer.alloc(bytes)]);

let disk: SmallDisk | undefined;
afterEach(async () => {
  await disk?.unmount();
  disk = undefined;
});
const directory = ownDirectory('quotemill-files-');

bar(
  78,
  'a full or read-only file disk answers 507, keeps no partial file, and affects nothing else',
  async () => {
    const files = `${directory.path}/files`;
    await mkdir(files, { recursive: true });
    disk = await mountSmallDisk(files, 'size=24m,mode=711');
    return disk ? sweepUploads(disk) : limitFileSize(files);
  },
  { timeout },
);

async function sweepUploads(full: SmallDisk): Promise<string> {
  const database = await createEmptyDatabase();
  try {
    const server = await runServer(directory.path, { env: { DATABASE_URL: database.url } });
    const client = await signIn(server.address);
    const order = await client.composeOrder(1);
    const strays = () => findStrays(database.url, full.path);
    const send = async (bytes: number) => {
      const answer = await fetch(`${server.address}${API_BASE}/public/uploadFile`, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.token}`, 'content-type': formType },
        body: new Uint8Array(form(formPart('file', 'a.pdf', drawing(bytes)))),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    const refused = { status: 507, body: { code: 507, error: 'storage.full' } };
    const readBack = async (id: unknown) => {
      const read = await fetch(`${server.address}${API_BASE}/file/${String(id)}`, {
        headers: { authorization: `Bearer ${client.token}` },
      });
      expect((await read.arrayBuffer()).byteLength).toBe(drawing(2 * MB).length);
    };
    const first = await send(2 * MB);
    expect(first.status).toBe(200);

    const sizes = Array.from({ length: atScale(2, 10) }, (_, n) => Math.round((n * 2.9 * MB) / 9));
    for (const size of sizes) {
      await full.fill(size);
      for (const bytes of [3 * MB, 20 * MB]) expect(await send(bytes)).toMatchObject(refused);
      expect(await strays()).toEqual(noStrays);
      await readBack(first.body['id']);
      expect((await client.placeOrder(order, randomUUID())).status).toBe(200);
      await full.free();
      const again = await send(3 * MB);
      expect(again.status).toBe(200);
      expect((await client.call('DELETE', '/file', { ids: [again.body['id']] })).status).toBe(200);
    }

    await full.makeReadOnly(true);
    expect(await send(MB)).toMatchObject(refused);
    await readBack(first.body['id']);
    expect((await client.placeOrder(order, randomUUID())).status).toBe(200);
    expect((await clientOf(server.address, client.token).call('GET', '/getinfo')).status).toBe(200);
    await full.makeReadOnly(false);
    expect((await send(MB)).status).toBe(200);
    await expect.poll(strays, { timeout: 10_000 }).toEqual(noStrays);
    expect((await server.stop()).code).toBe(0);
    return (
      `${sizes.length} times a full disk of files with 0 to 2.9 MB left, once a read-only one: uploads 507, files read, ` +
      `orders placed; 0 rows without file, 0 files without row, 0 unfinished files; uploads again once there was room`
    );
  } finally {
    await killLeftovers();
    await database.drop();
  }
}

/** Without a separate disk: a limit on file sizes for the process that receives a file. */
async function limitFileSize(path: string): Promise<string> {
  const child = spawn(
    '/bin/sh',
    ['-c', 'ulimit -f 256; exec "$@"', 'sh', process.execPath, '--import', 'tsx', receiver, path],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const output = new Promise<string>((resolve) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString())).on('close', () => resolve(text));
  });
  child.stdin.on('error', () => undefined).end(drawing(2 * MB));
  expect(await output).toBe('storage.full\n');
  expect(await readdir(path)).toEqual([]);
  return 'no disk could be mounted here: under a limit of file sizes an upload is refused and leaves nothing';
}

bar(
  78,
  'an upload that is cut off at any byte leaves nothing behind',
  async () => {
    const app = await createServedApp();
    try {
      const token = await app.signIn('demo');
      const size = atScale(2, 20) * MB;
      const rounds = atScale(2, 50);
      const shares = [0, 0.01, 0.5, 0.99, 1];
      for (let round = 0; round < rounds; round += 1) {
        for (const share of shares) await cutUpload(app, token, size, share);
      }
      const strays = () => findStrays(app.url, `${app.dataDir}/files`);
      await expect.poll(strays, { timeout: 60_000 }).toEqual(noStrays);
      const whole = await app.database.pool.query('select size from file');
      expect(whole.rows.every((row: { size: number }) => row.size === drawing(size).length)).toBe(true);
      // As many as a user may send at once; aborted uploads release their permits.
      const after = await Promise.all([1, 2, 3, 4].map(() => upload(app, 'b.pdf', samples.pdf)));
      expect(after.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      return (
        `${rounds * shares.length} uploads of ${size / MB} MB cut off at 0, 1, 50, 99 and 100 %: 0 bytes left behind, ` +
        `0 rows without file; of those sent whole ${whole.rowCount} are there`
      );
    } finally {
      await app.close();
    }
  },
  { timeout },
);

const findUnfinished = (app: ServedApp) => readdir(`${app.dataDir}/files/incoming`);

/** Sends part of a form, waits until the server writes it, and disconnects; then waits until writing stops. */
async function cutUpload(app: ServedApp, token: string, size: number, share: number): Promise<void> {
  const body = form(formPart('file', 'a.pdf', drawing(size)));
  const head =
    `POST ${API_BASE}/public/uploadFile HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
    `content-type: ${formType}\r\ncontent-length: ${body.length}\r\n\r\n`;
  const socket = connect({ port: app.port, host: '127.0.0.1' });
  const closed = once(
    socket.on('error', () => undefined),
    'close',
  );
  socket.write(head);
  await new Promise((resolve) => socket.write(body.subarray(0, Math.round(body.length * share)), resolve));
  const isCut = share > 0 && share < 1;
  if (isCut) await expect.poll(() => findUnfinished(app), { interval: 5, timeout: 10_000 }).toHaveLength(1);
  socket.resetAndDestroy();
  await closed;
  await expect.poll(() => findUnfinished(app), { interval: 5, timeout: 60_000 }).toEqual([]);
}
