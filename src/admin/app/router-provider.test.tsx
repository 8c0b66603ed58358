import { screen } from '@testing-library/react';
import binding from '@refinedev/react-router';
import type { ParseResponse } from '@refinedev/core';
import { expect, test, vi } from 'vitest';
import { openAdmin, pageOf } from './open-admin.test-data.tsx';
import { routerProvider } from './router-provider.tsx';

const posts = Array.from({ length: 20 }, (_, n) => ({ postId: n + 1, postName: `岗位${n + 1}`, status: 2 }));

/**
 * Counts the calls of the functions that a `parse` hook returns. A wrapped function keeps its identity while the
 * original does.
 */
function countCalls(router: { parse?: typeof routerProvider.parse }) {
  const { parse: useParse } = router;
  if (!useParse) throw new Error('no parse');
  const count = { calls: 0 };
  const counted = new Map<unknown, () => ParseResponse>();
  vi.spyOn(router, 'parse').mockImplementation(() => {
    const parse = useParse();
    const known = counted.get(parse);
    if (known) return known;
    const next = () => {
      count.calls += 1;
      return parse();
    };
    counted.set(parse, next);
    return next;
  });
  return count;
}

test('a list of 20 rows parses its address once, and rows do not read it', async () => {
  const parsed = countCalls(binding);
  const asked = countCalls(routerProvider);
  openAdmin('/admin/sys-post', { answers: { 'GET /post': pageOf(posts) } });
  expect(await screen.findByText('岗位20')).toBeTruthy();
  expect(parsed.calls).toBe(1);
  // The hooks of Refine outside the rows read the parsed address.
  expect(asked.calls).toBeLessThan(150);
});
