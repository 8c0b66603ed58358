import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect } from 'vitest';
import { MAX_FILE_BYTES, type UploadedFile } from '#contract/files/files.ts';
import { zipOf } from '#server/tables/spreadsheets.test-data.ts';
import { failureFaults } from '#tests/support/app/answers.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { form, formPart, formType, png, samples, upload } from '#tests/support/data/files.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { watchMemory } from '#tests/support/processes/process-cost.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { bar } from './bar.ts';

const MB = 1024 ** 2;

let app: ServedApp;
let sender: Person;
beforeAll(async () => {
  app = await createServedApp();
  sender = await addPerson(app, { roleKey: 'customer' });
  // Warm-up: the first upload loads code that must not be measured.
  await upload(app, 'a.png', png(4, 4), { token: sender.token });
});
afterAll(() => app.close());

const incoming = () => readdir(join(app.dataDir, 'files/incoming'));
const store = async () => (await readdir(join(app.dataDir, 'files'), { recursive: true })).length;

/** Sends the head of an upload and these pieces as fast as possible; returns the answer and the number of bytes sent before it. */
function sendPieces(
  path: string,
  head: string,
  pieces: Iterable<Buffer>,
): Promise<{ answer: string; sentBytes: number }> {
  return new Promise((resolve, reject) => {
    const socket = connect(app.port, '127.0.0.1');
    let answer = '';
    let sentBytes = 0;
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve({ answer, sentBytes }));
    socket.on('error', (error) => (answer === '' ? reject(error) : undefined));
    socket.write(
      `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sender.token}\r\n` +
        `Content-Type: ${formType}\r\n${head}\r\n\r\n`,
    );
    void (async () => {
      for (const piece of pieces) {
        if (answer !== '' || socket.destroyed) return;
        sentBytes += piece.length;
        await new Promise<void>((written) => socket.write(piece, () => written()));
      }
    })();
  });
}

/** Uploads, their endpoints, and the message about their size. */
const kinds = [
  { path: '/public/uploadFile', name: 'large.pdf', begin: samples.pdf, msg: '单个文件不能超过 50 MB' },
  { path: '/model', name: 'large.obj', begin: samples.obj, msg: '三维模型不能超过 50 MB' },
] as const;

bar(41, 'a file or model of 50 MB and one byte is refused before all of it is sent', async () => {
  const before = { state: await stateOf(app.database), store: await store() };
  const piece = Buffer.alloc(MB, '#\n');
  const sizes = [MAX_FILE_BYTES + 1, 100 * MB, 10 ** 12];
  const memory = watchMemory(app.server.pid);
  const sent: number[] = [];
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  let endlessBytes = 0;
  for (const { path, name, begin, msg } of kinds) {
    const start = formPart('file', name, begin).subarray(0, -2);
    for (const size of sizes) {
      // The form adds up to 64 KB; a longer Content-Length is refused before the body is read.
      const length = size + 65 * 1024;
      const { answer, sentBytes } = await sendPieces(path, `Content-Length: ${length}`, [start]);
      expect(answer).toMatch(/^HTTP\/1.1 413 [^]*file\.too_large/);
      sent.push(sentBytes);
    }
    const endless = [start, ...Array<Buffer>(200).fill(piece)].map(chunk);
    const { answer, sentBytes } = await sendPieces(path, 'Transfer-Encoding: chunked', endless);
    expect(answer).toMatch(/^HTTP\/1.1 413 [^]*file\.too_large/);
    expect(sentBytes).toBeLessThan(MAX_FILE_BYTES + 20 * MB);
    endlessBytes = Math.max(endlessBytes, sentBytes);
    const whole = Buffer.alloc(MAX_FILE_BYTES + 1, '#\n');
    begin.copy(whole);
    const refused = await app.send('POST', path, {
      token: sender.token,
      raw: form(formPart('file', name, whole)),
      headers: { 'content-type': formType },
    });
    expect(failureFaults(refused, '50 MB + 1', { status: 413, error: 'file.too_large' })).toStrictEqual([]);
    expect(refused.msg).toBe(msg);
  }
  await expect.poll(incoming).toStrictEqual([]);
  expect({ state: await stateOf(app.database), store: await store() }).toStrictEqual(before);
  const grown = memory.growthMb();
  assertBelow(grown, 100, 'MB of growth');
  return `413 after ${Math.max(...sent)} bytes with a Content-Length, after ${Math.round(endlessBytes / MB)} MB of 200 without; memory +${grown} MB`;
});

/** A PNG of this size with equal pixels, small as a file. */
function vastPng(width: number, height: number): Buffer {
  const picture = png(1, 1);
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return Buffer.concat([picture, deflateSync(Buffer.alloc(20 * MB))]);
}

const nested = (depth: number, inner: Buffer): Buffer =>
  depth === 0 ? inner : nested(depth - 1, zipOf([{ name: 'inner.zip', content: inner }]));

bar(41, 'an archive bomb is stored without unpacking, and a picture bomb gets no thumbnail', async () => {
  const zeros = Buffer.alloc(100 * MB);
  const bombs: [name: string, content: Buffer][] = [
    [
      'a hundred times 10 GB.zip',
      zipOf(
        Array.from({ length: 100 }, (_, n) => ({
          name: `${n}`,
          content: '',
          claimed: { bytes: 4_000_000_000 },
        })),
      ),
    ],
    ['zeros.zip', zipOf([{ name: 'zeros', content: zeros }])],
    [
      'part.3mf.zip',
      zipOf([
        { name: '3D/3dmodel.model', content: zeros },
        { name: '[Content_Types].xml', content: '<Types/>' },
      ]),
    ],
    [
      'entries.zip',
      zipOf(Array.from({ length: atScale(5_000, 65_535) }, (_, n) => ({ name: `${n}.txt`, content: '' }))),
    ],
    ['nested.zip', nested(atScale(20, 200), zeros.subarray(0, MB))],
    ['upwards.zip', zipOf([{ name: '../../../../canary', content: 'canary' }])],
    ['40000 × 40000.png', vastPng(40_000, 40_000)],
    ['2147483647 × 2147483647.png', vastPng(2_147_483_647, 2_147_483_647)],
  ];
  const memory = watchMemory(app.server.pid);
  let slowest = 0;
  for (const [name, content] of bombs) {
    const startedAt = performance.now();
    const answer = await upload(app, name, content, { token: sender.token });
    slowest = Math.max(slowest, performance.now() - startedAt);
    expect(answer.status, name).toBe(200);
    const file = answer.data as UploadedFile;
    expect(file).toMatchObject({ size: content.length, hasThumbnail: false });
  }
  for (const size of [40_000, 2_147_483_647]) {
    const image = `data:image/png;base64,${vastPng(size, size).subarray(0, 200_000).toString('base64')}`;
    const startedAt = performance.now();
    const answer = await app.send('PUT', '/user/seal', { token: sender.token, body: { image } });
    slowest = Math.max(slowest, performance.now() - startedAt);
    expect(failureFaults(answer, `a seal of ${size}`, { status: 400 })).toStrictEqual([]);
  }
  const grown = memory.growthMb();
  assertBelow(slowest, 2_000, 'ms for a refusal');
  assertBelow(grown, 100, 'MB of growth');
  await expect.poll(incoming).toStrictEqual([]);
  return `${bombs.length} archives and pictures accepted without unpacking, slowest ${Math.round(slowest)} ms, memory +${grown} MB`;
});

bar(41, 'an interrupted upload leaves neither a row nor a file', async () => {
  const before = { state: await stateOf(app.database), store: await store() };
  const shares = [0.001, 0.1, 0.5, 0.5, 0.9, 0.999].slice(0, atScale(3, 6));
  const whole = form(
    formPart('file', 'cut.pdf', Buffer.concat([samples.pdf, Buffer.alloc(atScale(4, 20) * 1_000_000)])),
  );
  const times = atScale(1, 8);
  for (const share of Array.from({ length: times }, () => shares).flat()) {
    const socket = connect(app.port, '127.0.0.1');
    socket.write(
      `POST /api/v1/public/uploadFile HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sender.token}\r\n` +
        `Content-Type: ${formType}\r\nContent-Length: ${whole.length}\r\n\r\n`,
    );
    socket.write(whole.subarray(0, whole.length * share));
    await expect.poll(incoming, { timeout: 15_000 }).toHaveLength(1);
    socket.destroy();
    await expect.poll(incoming, { timeout: 60_000 }).toHaveLength(0);
  }
  expect({ state: await stateOf(app.database), store: await store() }).toStrictEqual(before);
  return `${times * shares.length} uploads cut off, nothing left`;
});
