import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let path: string;
let pdf: Buffer;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await createTestApp();
  const who = { as: 'demo' };
  const { data: id } = await place(
    app,
    who,
    await buildOrder(app, who, [buildItem(await readCatalogue(app))]),
  );
  const { code } = (await app.send('GET', `/order/${String(id)}/document`, who)).data as { code: string };
  const token = await app.signIn('demo');
  const headers = { authorization: `Bearer ${token}` };
  pdf = (await app.http.inject({ url: `/api/v1/order/${String(id)}/quotation.pdf`, headers })).rawPayload;
  path = `/api/v1/public/quotation/${code}/file`;
  await app.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** Sends the head and a part of the body from this address, and keeps the connection. */
function begin(from: string, length: number, part: Buffer = Buffer.from('%PDF-1.7')) {
  const { port } = app.http.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  sockets.push(socket);
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (bytes) => (text += bytes.toString()));
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/pdf\r\ncontent-length: ${length}\r\n\r\n`,
  );
  socket.write(part);
  const status = () => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
  return { socket, status, text: () => text };
}

const answered = async (sent: ReturnType<typeof begin>) => {
  await expect.poll(sent.status, { timeout: 15_000 }).toBeGreaterThan(0);
  return sent.status();
};

describe('a file to compare', () => {
  test('is hashed as it arrives, in any pieces', async () => {
    const whole = begin('127.0.1.1', pdf.length, pdf.subarray(0, 1_000));
    for (let at = 1_000; at < pdf.length; at += 50_000) whole.socket.write(pdf.subarray(at, at + 50_000));
    expect(await answered(whole)).toBe(200);
    expect(whole.text()).toContain('"isIssued":true');
    const other = begin('127.0.1.1', pdf.length, Buffer.alloc(pdf.length, 'x'));
    expect(await answered(other)).toBe(200);
    expect(other.text()).toContain('"isIssued":false');
  });

  test('that stalls is ended within seconds', async () => {
    const stalled = begin('127.0.1.2', 1_000_000);
    const startedAt = performance.now();
    expect(await answered(stalled)).toBe(408);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    await expect.poll(() => stalled.socket.closed).toBe(true);
  });

  test('is refused before it is sent when its address has two under way', async () => {
    const two = [begin('127.0.1.3', 1_000_000), begin('127.0.1.3', 1_000_000)];
    await expect.poll(async () => answered(begin('127.0.1.3', 1_000_000))).toBe(429);
    expect(await answered(begin('127.0.1.4', pdf.length, pdf))).toBe(200);
    expect(await Promise.all(two.map(answered))).toStrictEqual([408, 408]);
    expect(await answered(begin('127.0.1.3', pdf.length, pdf))).toBe(200);
  });

  test('is refused before it is sent when its address is throttled, and when sixteen are under way', async () => {
    for (let n = 0; n < 30; n += 1)
      expect(await answered(begin('127.0.1.5', 3, Buffer.from('pdf')))).toBe(200);
    expect(await answered(begin('127.0.1.5', 1_000_000))).toBe(429);
    const many = Array.from({ length: 16 }, (_, n) => begin(`127.0.2.${n >> 1}`, 1_000_000));
    await expect.poll(async () => answered(begin('127.0.3.1', 1_000_000))).toBe(503);
    expect(await Promise.all(many.map(answered))).toStrictEqual(many.map(() => 408));
  });
});

test('without a session a body has 16 KB, and none is read where nothing is', async () => {
  const raw = JSON.stringify({ username: 'x', password: 'y'.repeat(17_000) });
  expect((await app.send('POST', '/login', { raw, remoteAddress: '10.5.0.1' })).status).toBe(413);
  // Read, this one would be refused as too large.
  expect((await app.send('POST', '/nothing', { raw: `"${'y'.repeat(300_000)}"` })).status).toBe(404);
});

test('the answer to a body that is too large reaches a client that is still sending it', async () => {
  const { port } = app.http.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.4.1' });
  sockets.push(socket);
  let text = '';
  socket.on('data', (bytes) => (text += bytes.toString()));
  const head = (length: number) =>
    `POST /api/v1/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
  const body = JSON.stringify({ username: 'y'.repeat(100_000) });
  socket.write(head(body.length));
  await expect.poll(() => text).toContain(' 413 ');
  socket.write(`${body}${head(2)}{}`);
  await expect.poll(() => text).toContain(' 400 ');
});
