import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { API_BASE } from '#contract/endpoint.ts';

import { signIn } from '../support/api-client.ts';
import { form, formPart, formType, samples } from '../support/files.ts';
import {
  createTemporaryDirectory,
  databaseProcesses,
  killLeftovers,
  runServer,
} from '../support/run-server.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const MB = 1024 * 1024;
const receiver = fileURLToPath(new URL('../support/run-file-receiver.ts', import.meta.url));

let directory: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let disk: SmallDisk | undefined;
let dataDir: string;
beforeAll(async () => {
  directory = await createTemporaryDirectory('quotemill-full-');
  dataDir = `${directory.path}/data`;
});
afterEach(async () => {
  await killLeftovers(dataDir);
  await disk?.unmount();
});
afterAll(() => directory.remove());

const drawing = (bytes: number) => Buffer.concat([samples.pdf, Buffer.alloc(bytes)]);
const namesBelow = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

it('says 507 when the files’ disk is full, leaves nothing of what did not fit, and does everything else', async () => {
  await mkdir(`${dataDir}/files`, { recursive: true });
  disk = await mountSmallDisk(`${dataDir}/files`, 'size=4m,mode=711');
  await (disk ? fillWithUploads(disk) : limitFileSize());
  expect(await databaseProcesses(dataDir)).toEqual([]);
});

async function fillWithUploads({ path }: SmallDisk): Promise<void> {
  const server = await runServer(dataDir);
  const client = await signIn(server.address);
  const authorization = `Bearer ${client.token}`;
  async function upload(bytes: number) {
    const answer = await fetch(`${server.address}${API_BASE}/public/uploadFile`, {
      method: 'POST',
      headers: { authorization, 'content-type': formType },
      body: new Uint8Array(form(formPart('file', 'a.pdf', drawing(bytes)))),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { id: number; error?: string; code: number },
    };
  }

  const first = await upload(2 * MB);
  expect(first.status).toBe(200);
  const kept = await namesBelow(path);
  for (const bytes of [3 * MB, 20 * MB]) {
    const refused = await upload(bytes);
    expect(refused).toMatchObject({ status: 507, body: { code: 507, error: 'storage.full' } });
    expect(await namesBelow(path)).toEqual(kept);
  }
  const read = await fetch(`${server.address}${API_BASE}/file/${first.body.id}`, {
    headers: { authorization },
  });
  expect((await read.arrayBuffer()).byteLength).toBe(drawing(2 * MB).length);
  expect((await client.placeOrder(await client.composeOrder(1), randomUUID())).status).toBe(200);

  const removed = await client.call('DELETE', '/file', { ids: [first.body.id] });
  expect(removed.status).toBe(200);
  expect((await upload(3 * MB)).status).toBe(200);
  expect((await server.stop()).code).toBe(0);
}

/** Without a disk of our own: a limit on the size of files for the process that receives one. */
async function limitFileSize(): Promise<void> {
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      'ulimit -f 256; exec "$@"',
      'sh',
      process.execPath,
      '--import',
      'tsx',
      receiver,
      `${dataDir}/files`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const output = new Promise<string>((resolve) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString())).on('close', () => resolve(text));
  });
  child.stdin.on('error', () => undefined).end(drawing(2 * MB));
  expect(await output).toBe('storage.full\n');
  expect(await namesBelow(`${dataDir}/files`)).toEqual([]);
}
