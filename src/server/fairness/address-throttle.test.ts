import { describe, expect, test, vi } from 'vitest';
import { AppError } from '#server/http/app-error.ts';
import { createAddressThrottle, type CountShared } from './address-throttle.ts';

const from = (ip: string, seconds = 0) => ({
  ip,
  userAgent: 'test',
  now: new Date(1_000_000_000_000 + seconds * 1_000),
});

function create(shared: () => Promise<void> = () => Promise.resolve()) {
  const countShared = vi.fn<CountShared>(shared);
  const events = { onRefused: vi.fn<() => void>(), onUncounted: vi.fn<() => void>() };
  const throttle = createAddressThrottle({ name: 'login', limit: 3, windowS: 60 }, countShared, events);
  return { throttle, countShared, ...events };
}

describe('an address', () => {
  test('beyond its limit is refused without a query until its window has ended', async () => {
    const { throttle, countShared, onRefused } = create();
    for (let n = 0; n < 3; n += 1) {
      throttle.refuseWhenExceeded(from('10.0.0.1'));
      await throttle.count(from('10.0.0.1'));
    }
    expect(() => throttle.refuseWhenExceeded(from('10.0.0.1', 50))).toThrow(
      expect.objectContaining({ retryAfterSeconds: 10 }),
    );
    await expect(throttle.count(from('10.0.0.1', 50))).rejects.toMatchObject({ error: 'request.throttled' });
    expect(countShared).toHaveBeenCalledTimes(3);
    expect(countShared.mock.calls[0]?.slice(0, 3)).toStrictEqual(['login/10.0.0.1', 3, 60]);
    expect(onRefused).toHaveBeenCalledTimes(1);
    throttle.refuseWhenExceeded(from('10.0.0.2'));
    throttle.refuseWhenExceeded(from('10.0.0.1', 60));
    await throttle.count(from('10.0.0.1', 60));
  });

  test('is a whole network in IPv6, and is not locked for long when the clock is set back', async () => {
    const { throttle } = create();
    for (const ip of ['2001:db8::1', '2001:db8::2', '2001:db8::ffff:1']) await throttle.count(from(ip));
    expect(() => throttle.refuseWhenExceeded(from('2001:db8::9'))).toThrow(AppError);
    throttle.refuseWhenExceeded(from('2001:db8:0:1::1'));
    throttle.refuseWhenExceeded(from('2001:db8::9', -3_600));
  });

  test('is refused when other processes counted its requests, and accepted when the database cannot count', async () => {
    const elsewhere = create(() =>
      Promise.reject(new AppError('request.throttled', { retryAfterSeconds: 5 })),
    );
    await expect(elsewhere.throttle.count(from('10.0.0.1'))).rejects.toMatchObject({ retryAfterSeconds: 5 });
    const full = create(() => Promise.reject(new Error('no space left on device')));
    await full.throttle.count(from('10.0.0.1'));
    expect(full.onUncounted).toHaveBeenCalledTimes(1);
  });
});

test('the throttle remembers a limited number of addresses', async () => {
  const { throttle } = create();
  for (let n = 0; n < 25_000; n += 1)
    await throttle.count(from(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`));
  for (let n = 0; n < 2; n += 1) await throttle.count(from('10.0.97.167'));
  expect(() => throttle.refuseWhenExceeded(from('10.0.97.167'))).toThrow(AppError);
  // The oldest addresses were evicted.
  for (let n = 0; n < 2; n += 1) await throttle.count(from('10.0.0.0'));
  throttle.refuseWhenExceeded(from('10.0.0.0'));
});
