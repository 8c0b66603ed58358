import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

test('runs up to its permits, queues in order, refuses the rest; failed work passes its permit on', async () => {
  const semaphore = createSemaphore({ permits: 2, queue: 3 });
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const work = (n: number) =>
    semaphore.run(async () => {
      started.push(n);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (n === 0) throw new Error('failed');
      return n;
    });
  const outcomes = Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map(work));
  expect(started).toStrictEqual([0, 1]);
  expect(() => semaphore.refuseWhenFull()).toThrow('系统繁忙');
  for (let ended = 0; ended < 5; ended += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(ended);
    expect(started.length).toBeLessThanOrEqual(ended + 2);
    ends[ended]?.();
  }
  expect(
    (await outcomes).map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'refused')),
  ).toStrictEqual(['refused', 1, 2, 3, 4, 'refused', 'refused']);
  expect(started).toStrictEqual([0, 1, 2, 3, 4]);
  await expect(Promise.race([work(7), Promise.resolve('runs')])).resolves.toBe('runs');
  expect(started.at(-1)).toBe(7);
  expect(() => semaphore.refuseWhenFull()).not.toThrow();
});
