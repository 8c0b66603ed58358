import { afterEach, expect, test, vi } from 'vitest';
import { createPlacementKeys, newKey } from './placement-keys.ts';

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

test('the same content keeps its key until an order is placed, other content never shares it', () => {
  const keys = createPlacementKeys();
  const first = keys.keyFor({ price: '1.00' });
  expect(keys.keyFor({ price: '1.00' })).toBe(first);
  const other = keys.keyFor({ price: '2.00' });
  expect(other).not.toBe(first);
  expect(keys.keyFor({ price: '1.00' })).toBe(first);
  keys.reset();
  expect(keys.keyFor({ price: '2.00' })).not.toBe(other);
});

test('keys are random UUIDs, even where the browser has no randomUUID', () => {
  expect(newKey()).toMatch(UUID_4);
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const made = Array.from({ length: 50 }, newKey);
  for (const key of made) expect(key).toMatch(UUID_4);
  expect(new Set(made).size).toBe(50);
});
