import { describe, expect, it } from 'vitest';
import { isExpired, validUntil } from './validity.ts';

describe('a quotation', () => {
  it.each([
    ['2026-11-20T02:00:00Z', 15, '2026-12-05T15:59:59.999Z'],
    ['2026-11-20T15:59:59Z', 15, '2026-12-05T15:59:59.999Z'],
    ['2026-11-20T16:00:00Z', 15, '2026-12-06T15:59:59.999Z'],
    ['2028-02-28T02:00:00Z', 1, '2028-02-29T15:59:59.999Z'],
    ['2026-11-20T02:00:00Z', 0, '2026-11-20T15:59:59.999Z'],
  ])('made at %s for %i days is valid until %s, the end of a Shanghai day', (now, days, end) => {
    expect(validUntil(new Date(now), days).toISOString()).toBe(end);
  });

  it('is valid through its last instant and not a millisecond longer', () => {
    const end = validUntil(new Date('2026-11-20T02:00:00Z'), 15);
    expect(isExpired(end, new Date(end.getTime() - 1))).toBe(false);
    expect(isExpired(end, end)).toBe(false);
    expect(isExpired(end, new Date(end.getTime() + 1))).toBe(true);
  });
});
