import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answered, startReceiver, type Receiver } from './streamed-body.test-data.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

describe('a file to compare', () => {
  test('is hashed as it arrives, in chunks of any size', async () => {
    const whole = receiver.begin('127.0.1.1', receiver.pdf.length, receiver.pdf.subarray(0, 1_000));
    for (let at = 1_000; at < receiver.pdf.length; at += 50_000)
      whole.socket.write(receiver.pdf.subarray(at, at + 50_000));
    expect(await answered(whole)).toBe(200);
    expect(whole.text()).toContain('"isIssued":true');
    const other = receiver.begin('127.0.1.1', receiver.pdf.length, Buffer.alloc(receiver.pdf.length, 'x'));
    expect(await answered(other)).toBe(200);
    expect(other.text()).toContain('"isIssued":false');
  });
});

test('without a session a body has at most 16 KB, and for an unknown URL it is not read', async () => {
  const raw = JSON.stringify({ username: 'x', password: 'y'.repeat(17_000) });
  expect((await receiver.app.send('POST', '/login', { raw, remoteAddress: '10.5.0.1' })).status).toBe(413);
  // If it were read, it would be refused as too large.
  expect((await receiver.app.send('POST', '/nothing', { raw: `"${'y'.repeat(300_000)}"` })).status).toBe(404);
});

test('a client that is still sending too large a body gets the answer', async () => {
  const { port } = receiver.app.http.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.4.1' });
  let text = '';
  socket.on('data', (bytes) => (text += bytes.toString()));
  const head = (length: number) =>
    `POST /api/v1/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
  const body = JSON.stringify({ username: 'y'.repeat(100_000) });
  socket.write(head(body.length));
  await expect.poll(() => text).toContain(' 413 ');
  socket.write(`${body}${head(2)}{}`);
  await expect.poll(() => text).toContain(' 400 ');
  socket.destroy();
});
