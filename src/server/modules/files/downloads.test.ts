import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UploadedFile } from '#contract/files/files.ts';
import { samples, upload } from '#tests/support/data/files.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let owner: Person;
let id: number;
let smallId: number;
beforeAll(async () => {
  app = await createTestApp();
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  owner = await addPerson(app, { roleKey: 'customer' });
  // More than fits into the buffers between the server and a client that does not read.
  const large = Buffer.concat([samples.pdf, Buffer.alloc(40_000_000)]);
  const { data } = await upload(app, 'large.pdf', large, owner);
  id = (data as UploadedFile).id;
  const small = await upload(app, 'small.pdf', samples.pdf, owner);
  smallId = (small.data as UploadedFile).id;
});
const opened: IncomingMessage[] = [];
afterAll(async () => {
  for (const answer of opened) answer.destroy();
  await app.close();
});

/** Requests the file and reads only the head of the response. */
async function open(): Promise<IncomingMessage> {
  const { port } = app.http.server.address() as AddressInfo;
  const asked = request({
    host: '127.0.0.1',
    port,
    path: `/api/v1/file/${id}`,
    headers: { authorization: `Bearer ${owner.token}` },
    agent: false,
  }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  opened.push(answer);
  return answer;
}

test('a user can have eight downloads open at once, until they complete or break', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, open));
  expect(all.map(({ statusCode }) => statusCode)).toStrictEqual(Array<number>(8).fill(200));
  const refused = await app.send('GET', `/file/${id}`, { token: owner.token });
  expect(refused).toMatchObject({ status: 429, error: 'request.throttled' });
  expect(refused.headers).toHaveProperty('retry-after');
  // Requests for files of others and for unknown files use no permit.
  const other = await addPerson(app, { roleKey: 'customer' });
  const { data } = await upload(app, 'a.pdf', samples.pdf, other);
  const { id: theirs } = data as UploadedFile;
  expect((await app.send('GET', `/file/${theirs}`, { token: other.token })).status).toBe(200);
  expect((await app.send('GET', `/file/${theirs}`, { token: owner.token })).status).toBe(404);

  const status = async () => (await app.send('GET', `/file/${smallId}`, { token: owner.token })).status;
  all[0]?.destroy();
  await expect.poll(status).toBe(200);
  // A completed download returns its permit.
  for (let n = 0; n < 9; n += 1) await expect.poll(status).toBe(200);
});

test('a HEAD request or an early disconnect releases its permit', async () => {
  const { port } = app.http.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api/v1/file/${id}`;
  const headers = { authorization: `Bearer ${owner.token}` };
  for (let n = 0; n < 9; n += 1) {
    await expect.poll(async () => (await fetch(url, { method: 'HEAD', headers })).status).toBe(200);
    const leaving = new AbortController();
    const left = fetch(url, { headers, signal: leaving.signal });
    app.http.server.once('request', () => leaving.abort());
    await expect(left).rejects.toThrow('aborted');
  }
  // All eight permits are free again.
  const statuses = async () => {
    const all = await Promise.all(Array.from({ length: 8 }, open));
    for (const answer of opened.splice(0)) answer.destroy();
    return all.map(({ statusCode }) => statusCode);
  };
  await expect.poll(statuses).toStrictEqual(Array<number>(8).fill(200));
});
