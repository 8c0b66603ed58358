import { readdir } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES, type UploadedFile } from '#contract/files/files.ts';
import { files } from '#server/db/schema.ts';
import { failureFaults } from '#tests/support/app/answers.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import {
  binaryStl,
  BOUNDARY,
  form,
  formPart,
  formType,
  png,
  samples,
  upload,
} from '#tests/support/data/files.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { startS3Server, type S3Server } from '#tests/support/processes/s3-server.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { createS3Store } from './s3-store.ts';

interface Place {
  app: TestApp;
  /** All stored contents by key, and the uploads in progress. */
  storedKeys: () => Promise<string[]>;
  incoming: () => Promise<string[]>;
}

let s3: S3Server;
const places: Partial<Record<'disk' | 's3', Place>> = {};
beforeAll(async () => {
  s3 = await startS3Server();
  const onDisk = await createTestApp();
  places.disk = {
    app: onDisk,
    storedKeys: async () =>
      (await namesBelow(join(onDisk.dataDir, 'files'))).filter((name) => /^[0-9a-f]{32}/.test(name)),
    incoming: () => readdir(join(onDisk.dataDir, 'files/incoming')),
  };
  const store = createS3Store(s3.config, s3.directory);
  await store.open();
  const inBucket = await createTestApp({ store });
  places.s3 = {
    app: inBucket,
    async storedKeys() {
      const found: string[] = [];
      for await (const batch of store.list()) found.push(...batch.map(({ key }) => key));
      return found;
    },
    incoming: () => readdir(store.incoming),
  };
  for (const { app } of Object.values(places)) {
    await app.http.listen({ host: '127.0.0.1', port: 0 });
    // Signs in first, so that no sign-in changes the compared state.
    await app.send('GET', '/getinfo', { as: 'demo' });
  }
});
afterAll(async () => {
  await places.disk?.app.close();
  await places.s3?.app.close();
  await s3.close();
});

const namesBelow = async (directory: string) =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('incoming'))
    .map(({ name }) => name);

describe.each(['disk', 's3'] as const)('files on %s', (kind) => {
  const place = () => places[kind]!;
  const read = (id: number, path = '') =>
    place().app.http.inject({
      url: `/api/v1/file/${id}${path}`,
      headers: { authorization: `Bearer ${token}` },
    });
  let token: string;
  beforeAll(async () => {
    token = await place().app.signIn('demo');
  });

  test.each([
    ['pdf', '支架 图纸.PDF', 'application/pdf'],
    ['png', 'photo.png', 'image/png'],
    ['jpeg', 'photo.JPEG', 'image/jpeg'],
    ['pdfLate', 'a.pdf', 'application/pdf'],
    ['dwg', 'a.dwg', 'image/vnd.dwg'],
    ['dxf', 'a.dxf', 'image/vnd.dxf'],
    ['dxfOther', 'a.dxf', 'image/vnd.dxf'],
    ['step', 'a.stp', 'model/step'],
    ['stlText', 'a.stl', 'model/stl'],
    ['stlBinary', 'a.stl', 'model/stl'],
    ['stlBinarySolid', 'a.stl', 'model/stl'],
    ['stlRoom', 'a.stl', 'model/stl'],
    ['stlMarked', 'a.stl', 'model/stl'],
    ['zip', 'all.zip', 'application/zip'],
    ['zip', 'a.3mf', 'model/3mf'],
    ['brep', 'a.brp', 'model/brep'],
    ['iges', 'a.igs', 'model/iges'],
    ['obj', 'a.obj', 'model/obj'],
    ['native', 'a.SLDPRT', 'application/octet-stream'],
  ] as const)('%s is stored unchanged and downloaded as an attachment', async (sample, name, type) => {
    const content = samples[sample];
    const answer = await upload(place().app, name, content);
    expect(answer).toMatchObject({ status: 200, msg: '上传成功' });
    const data = answer.data as UploadedFile;
    expect(data).toMatchObject({ name, type, size: content.length });
    // The data is also at the top level of the envelope.
    expect(answer).toMatchObject(data);
    expect(data.path).toBe(`/api/v1/file/${data.id}`);
    expect(data.full_path).toBe(`https://quote.test${data.path}`);

    const back = await read(data.id);
    expect(back.rawPayload.equals(content)).toBe(true);
    expect(back.headers).toMatchObject({
      'content-type': type,
      'content-length': String(content.length),
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(await place().incoming()).toStrictEqual([]);
  });

  test('only pictures have a thumbnail, drawn by the server', async () => {
    const photo = (await upload(place().app, 'photo.png', png(900, 600))).data as UploadedFile;
    expect(photo.hasThumbnail).toBe(true);
    const small = await read(photo.id, '/thumbnail');
    expect(small.headers).toMatchObject({ 'content-type': 'image/webp' });
    expect(String(small.headers['content-disposition'])).toMatch(/^inline;/);
    expect(small.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
    expect(small.rawPayload.length).toBeLessThan(4_000);

    for (const [name, content] of [
      ['broken.jpg', samples.jpeg],
      ['huge.png', pngOf(40_000, 40_000)],
      ['a.pdf', samples.pdf],
    ] as const) {
      const { id, hasThumbnail } = (await upload(place().app, name, content)).data as UploadedFile;
      expect(hasThumbnail).toBe(false);
      expect((await read(id, '/thumbnail')).statusCode).toBe(404);
    }
  });

  test.each([
    ['a page', 'page.pdf', '<!DOCTYPE html><script>alert(1)</script>'],
    [
      'a vector picture with a script',
      'a.png',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    ],
    ['XML', 'a.step', '<?xml version="1.0"?><a/>'],
    ['a program', 'part.step', `MZ${'\0'.repeat(200)}`],
    ['nothing at all', 'empty.pdf', ''],
    ['text', 'notes.dxf', 'just some words'],
    ['a PDF signature too far from the start', 'a.pdf', `${' '.repeat(1020)}%PDF-1.7`],
    ['a PDF signature in another type', 'a.html', '<p>%PDF-1.7'],
    ['vertices under another name', 'a.pdf', 'v 0 0 1\nf 1 2 3\n'],
    ['a page as a model', 'a.obj', '<html><script>alert(1)</script>\n</html>\n'],
    ['half a PNG', 'a.png', '\x89PNG\r\n'],
    ['an empty archive', 'a.zip', 'PK\x05\x06'],
    ['four billion triangles', 'a.stl', withTriangles(2 ** 32 - 1)],
    ['one triangle less than stated', 'a.stl', withTriangles(4)],
    ['bytes after the last triangle', 'a.stl', Buffer.concat([binaryStl(3), Buffer.from('<script>')])],
  ])('%s is refused, and nothing is stored', async (_, name, content) => {
    const { app, storedKeys, incoming } = place();
    const before = { state: await stateOf(app.database), storedKeys: await storedKeys() };
    const answer = await upload(app, name, Buffer.from(content as string, 'latin1'));
    expect(failureFaults(answer, name, { status: 400, error: 'file.unsupported' })).toStrictEqual([]);
    expect(answer.msg).toMatch(/不支持的文件|文件是空的/);
    expect({ state: await stateOf(app.database), storedKeys: await storedKeys() }).toStrictEqual(before);
    expect(await incoming()).toStrictEqual([]);
  });

  test('accepts 50 MB and refuses one byte more', async () => {
    const { app, storedKeys, incoming } = place();
    const content = Buffer.alloc(MAX_FILE_BYTES + 1);
    samples.pdf.copy(content);
    const largest = await upload(app, 'large.pdf', content.subarray(0, MAX_FILE_BYTES));
    expect(largest).toMatchObject({ status: 200, size: MAX_FILE_BYTES });
    const before = { state: await stateOf(app.database), storedKeys: await storedKeys() };
    const answer = await upload(app, 'larger.pdf', content);
    expect(failureFaults(answer, '50 MB + 1', { status: 413, error: 'file.too_large' })).toStrictEqual([]);
    expect({ state: await stateOf(app.database), storedKeys: await storedKeys() }).toStrictEqual(before);
    expect(await incoming()).toStrictEqual([]);
  });

  test('an interrupted upload leaves no row and no file', async () => {
    const { app, storedKeys, incoming } = place();
    const { port } = app.http.server.address() as AddressInfo;
    const before = { state: await stateOf(app.database), storedKeys: await storedKeys() };
    const whole = form(formPart('file', 'cut.pdf', Buffer.concat([samples.pdf, Buffer.alloc(4_000_000)])));
    for (const share of [0.001, 0.5, 0.999]) {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST /api/v1/public/uploadFile HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n` +
          `content-type: ${formType}\r\ncontent-length: ${whole.length}\r\n\r\n`,
      );
      socket.write(whole.subarray(0, whole.length * share));
      // The upload has begun to arrive.
      await expect.poll(incoming).toHaveLength(1);
      socket.destroy();
      await expect.poll(incoming).toHaveLength(0);
    }
    expect({ state: await stateOf(app.database), storedKeys: await storedKeys() }).toStrictEqual(before);
  });

  test('a name is shown without dangerous characters, and is not used as a storage key', async () => {
    const { app, storedKeys } = place();
    for (const [sent, shown] of [
      ['../../etc/passwd', 'passwd.pdf'],
      [String.raw`..\..\windows\win.ini`, 'win.ini.pdf'],
      ['a\0b.pdf', 'a b.pdf'],
      ['a%0d%0aX-Y: z.pdf', 'a%0d%0aX-Y z.pdf'],
      ['x\u202efdp.exe', 'x fdp.exe.pdf'],
      [`${'长'.repeat(300)}.pdf`, `${'长'.repeat(116)}.pdf`],
      ['CON.pdf', '_CON.pdf'],
      ['.htaccess', 'htaccess.pdf'],
      ['page.html', 'page.html.pdf'],
      ['', 'quotation.pdf'],
      ['..', 'quotation.pdf'],
      ["%22'(a)*.pdf", "%22'(a).pdf"],
    ] as const) {
      const answer = await upload(app, sent, samples.pdf);
      const { id, name } = answer.data as UploadedFile;
      expect({ sent, name }).toStrictEqual({ sent, name: shown });
      const { headers } = await read(id);
      expect(String(headers['content-disposition'])).toMatch(/^attachment; filename\*=UTF-8''[\w.!~%-]+$/);
    }
    expect((await storedKeys()).filter((key) => !/^[0-9a-f]{32}(-t)?$/.test(key))).toStrictEqual([]);
  });
});

/** A binary STL of three triangles whose header states `count`. */
function withTriangles(count: number): string {
  const bytes = binaryStl(3);
  bytes.writeUInt32LE(count, 80);
  return bytes.toString('latin1');
}

/** The header of a picture of this size, which could decode to gigabytes. */
function pngOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(png(1, 1));
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

describe('the form', () => {
  const app = () => places.disk!.app;
  const send = (raw: Buffer | string, type = formType) =>
    app().send('POST', '/public/uploadFile', { as: 'demo', raw, headers: { 'content-type': type } });
  const file = formPart('file', 'a.pdf', samples.pdf);

  test.each([
    ['no file', form(formPart('type', undefined, '1')), 400, 'request.invalid'],
    ['an empty form', form(), 400, 'request.invalid'],
    ['nothing', Buffer.alloc(0), 400, 'request.invalid'],
    ['two files', form(file, file), 400, 'request.invalid'],
    ['a file in another field', form(formPart('upload[]', 'a.pdf', samples.pdf)), 400, 'request.invalid'],
    ['no end', file, 400, 'request.malformed'],
    ['another boundary', Buffer.from(`--other\r\n\r\n`), 400, 'request.malformed'],
    [
      'many fields',
      form(...Array.from({ length: 40 }, () => formPart('x', undefined, 'y')), file),
      400,
      undefined,
    ],
    ['a prototype', form(formPart('__proto__', undefined, 'y'), file), 400, 'request.malformed'],
  ])('with %s is refused', async (hint, raw, status, error) => {
    const before = await stateOf(app().database);
    expect(failureFaults(await send(raw), hint, { status, ...(error ? { error } : {}) })).toStrictEqual([]);
    expect(await stateOf(app().database)).toStrictEqual(before);
    expect(await places.disk!.incoming()).toStrictEqual([]);
  });

  test('ignores other fields, in any order', async () => {
    const answer = await send(
      form(formPart('type', undefined, '1'), file, formPart('source', undefined, '1')),
    );
    expect(answer.status).toBe(200);
  });

  test.each(['application/json', 'text/plain', 'multipart/mixed; boundary=x', 'multipart/form-data'])(
    '%s is not a form',
    async (type) => {
      const answer = await send('{}', type);
      expect([400, 415]).toContain(answer.status);
      expect(failureFaults(answer, type)).toStrictEqual([]);
    },
  );

  /** Sends only the beginning of an upload; resolves with the answer. */
  async function sendBeginning(head: string, body: Iterable<Buffer>): Promise<string> {
    const { port } = app().http.server.address() as AddressInfo;
    const token = await app().signIn('demo');
    const socket = connect(port, '127.0.0.1');
    const answer = new Promise<string>((resolve, reject) => {
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket
        .on('close', () => resolve(text))
        .on('error', (error) => (text === '' ? reject(error) : undefined));
    });
    socket.write(
      `POST /api/v1/public/uploadFile HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: ${formType}\r\n${head}\r\n\r\n`,
    );
    for (const piece of body) if (!socket.write(piece)) await new Promise((go) => socket.once('drain', go));
    return answer;
  }

  test('a body with too large a content length is refused before it is read', async () => {
    const answer = await sendBeginning('content-length: 99000000', [Buffer.from(`--${BOUNDARY}\r\n`)]);
    expect(answer).toMatch(/^HTTP\/1.1 413 [^]*file\.too_large/);
  });

  test('a body without a content length is refused at the first byte over the limit', async () => {
    const start = formPart('file', 'endless.pdf', samples.pdf).subarray(0, -2);
    const piece = Buffer.alloc(1024 * 1024);
    const chunk = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    const pieces = [start, ...Array<Buffer>(51).fill(piece)].map(chunk);
    expect(await sendBeginning('transfer-encoding: chunked', pieces)).toMatch(
      /^HTTP\/1.1 413 [^]*file\.too_large/,
    );
    await expect.poll(places.disk!.incoming).toStrictEqual([]);
  });
});

describe('limits', () => {
  const row = (ownerId: number, key: string, size: number, createdAt = new Date()) => ({
    key,
    name: 'a.pdf',
    type: 'application/pdf',
    size,
    hash: '',
    kind: 'upload',
    ownerId,
    createdAt,
  });

  test('unattached uploads are limited in number and bytes', async () => {
    const { app } = places.disk!;
    const hoarder = await addPerson(app, { roleKey: 'customer' });
    await app.database.db.insert(files).values(row(hoarder.userId, 'x'.repeat(32), 2 * 1024 ** 3));
    const refused = await upload(app, 'a.pdf', samples.pdf, hoarder);
    expect(failureFaults(refused, 'bytes', { status: 422, error: 'file.quota' })).toStrictEqual([]);
    const rows = Array.from({ length: 500 }, (_, n) => row(hoarder.userId, `many${n}`, 1));
    await app.database.db.delete(files).where(eq(files.ownerId, hoarder.userId));
    await app.database.db.insert(files).values(rows);
    expect((await upload(app, 'a.pdf', samples.pdf, hoarder)).error).toBe('file.quota');
  });

  test('uploads within a day are limited, attached or not', async () => {
    const { app } = places.disk!;
    const { db } = app.database;
    const customer = await addPerson(app, { roleKey: 'customer' });
    const item = buildItem(await readCatalogue(app));
    const [sent] = await db
      .insert(files)
      .values(row(customer.userId, 'attached', 5 * 1024 ** 3))
      .returning();
    const body = await buildOrder(app, customer, [{ ...item, fileIds: [sent!.id] }]);
    expect((await place(app, customer, body)).status).toBe(200);
    const refused = await upload(app, 'a.pdf', samples.pdf, customer);
    expect(failureFaults(refused, 'a day', { status: 422, error: 'file.quota' })).toStrictEqual([]);
    expect(refused.msg).toContain('24 小时');
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await db.update(files).set({ createdAt: yesterday }).where(eq(files.id, sent!.id));
    expect((await upload(app, 'a.pdf', samples.pdf, customer)).status).toBe(200);
  });

  test('uploads of a user are limited per time window and in parallel', async () => {
    const { app } = places.disk!;
    const { token } = await addPerson(app, { roleKey: 'customer' });
    const many = await Promise.all(
      Array.from({ length: 12 }, () => upload(app, 'a.pdf', samples.pdf, { token })),
    );
    const statuses = many.map(({ status }) => status);
    expect(new Set(statuses)).toStrictEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
  });
});
