import { expect, test } from 'vitest';
import { createUserThrottle } from './user-throttle.ts';

test('each user has a separate limit per minute', () => {
  const throttle = createUserThrottle({ limit: 2, windowS: 60 });
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 27, 9, 0, seconds));
  throttle.count(1, at(0));
  throttle.count(1, at(10));
  expect(() => throttle.count(1, at(20))).toThrow(expect.objectContaining({ retryAfterSeconds: 40 }));
  throttle.count(2, at(20));
  throttle.count(1, at(60));
});
