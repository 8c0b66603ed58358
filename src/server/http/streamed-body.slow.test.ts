import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answered, startReceiver, type Receiver } from './streamed-body.test-data.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

describe('a file to compare', () => {
  test('whose upload stalls is ended within seconds', async () => {
    const stalled = receiver.begin('127.0.1.2', 1_000_000);
    expect(await answered(stalled)).toBe(408);
    await expect.poll(() => stalled.socket.closed).toBe(true);
  });

  test('is refused before it is sent when two others of its address are in progress', async () => {
    const two = [receiver.begin('127.0.1.3', 1_000_000), receiver.begin('127.0.1.3', 1_000_000)];
    await expect.poll(async () => answered(receiver.begin('127.0.1.3', 1_000_000))).toBe(429);
    expect(await answered(receiver.begin('127.0.1.4', receiver.pdf.length, receiver.pdf))).toBe(200);
    expect(await Promise.all(two.map(answered))).toStrictEqual([408, 408]);
    expect(await answered(receiver.begin('127.0.1.3', receiver.pdf.length, receiver.pdf))).toBe(200);
  });

  test('is refused before it is sent when its address is throttled, or sixteen are in progress', async () => {
    for (let n = 0; n < 30; n += 1)
      expect(await answered(receiver.begin('127.0.1.5', 3, Buffer.from('pdf')))).toBe(200);
    expect(await answered(receiver.begin('127.0.1.5', 1_000_000))).toBe(429);
    const many = Array.from({ length: 16 }, (_, n) => receiver.begin(`127.0.2.${n >> 1}`, 1_000_000));
    await expect.poll(async () => answered(receiver.begin('127.0.3.1', 1_000_000))).toBe(503);
    expect(await Promise.all(many.map(answered))).toStrictEqual(many.map(() => 408));
  });
});
