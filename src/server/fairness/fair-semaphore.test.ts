import { expect, test } from 'vitest';
import { createFairSemaphore, type Owner } from './fair-semaphore.ts';

/** Work that runs until released, and the order in which it started. */
function createBench(limits: Parameters<typeof createFairSemaphore>[0]) {
  const semaphore = createFairSemaphore(limits);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  let atOnce = 0;
  let most = 0;
  const run = (owner: Owner, name: string) =>
    semaphore.run(owner, async () => {
      started.push(name);
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      atOnce -= 1;
      if (name.endsWith('!')) throw new Error('failed');
      return name;
    });
  /** Releases running work until no more starts. */
  async function endAll(): Promise<void> {
    for (let n = 0; n < started.length; n += 1) {
      await expect.poll(() => ends.has(started[n] ?? '')).toBe(true);
      ends.get(started[n] ?? '')?.();
      await new Promise(setImmediate);
    }
  }
  return { semaphore, started, run, endAll, most: () => most };
}

const outcomes = async (work: Promise<string>[]) =>
  (await Promise.allSettled(work)).map((one) =>
    one.status === 'fulfilled' ? one.value : String(one.reason.error ?? one.reason.message),
  );

test('a semaphore runs work while it has permits, queues more, refuses the rest; failed work releases its permit', async () => {
  const { semaphore, started, run, endAll, most } = createBench({ permits: 2, queue: 3, perOwner: 9 });
  const owners = [1, 2, 3, 4, 5, 6].map((n): Owner => `user/${n}`);
  const settled = outcomes(owners.map((owner, n) => run(owner, n === 0 ? '0!' : String(n))));
  expect(started).toStrictEqual(['0!', '1']);
  expect(() => semaphore.refuseWhenFull('user/7')).toThrow('系统繁忙');
  await endAll();
  expect(await settled).toStrictEqual(['failed', '1', '2', '3', '4', 'server.busy']);
  expect(most()).toBe(2);
  expect(() => semaphore.refuseWhenFull('user/7')).not.toThrow();
});

test('an owner with much work leaves one permit to other owners, served round-robin', async () => {
  const { started, run, endAll } = createBench({ permits: 2, queue: 30, perOwner: 10 });
  const work = ['a1', 'a2', 'a3', 'a4'].map((name) => run('user/1', name));
  expect(started).toStrictEqual(['a1']);
  work.push(run('user/2', 'b1'), run('user/2', 'b2'), run('user/3', 'c1'));
  expect(started).toStrictEqual(['a1', 'b1']);
  await endAll();
  expect(started).toStrictEqual(['a1', 'b1', 'a2', 'b2', 'c1', 'a3', 'a4']);
  expect(await outcomes(work)).toStrictEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
});

test('an owner runs no more than its own limit, although permits are free', async () => {
  const { started, run, endAll } = createBench({ permits: 9, queue: 30, perOwner: 10, running: 2 });
  const work = ['a1', 'a2', 'a3', 'a4'].map((name) => run('user/1', name));
  work.push(run('user/2', 'b1'));
  expect(started).toStrictEqual(['a1', 'a2', 'b1']);
  await endAll();
  expect(await outcomes(work)).toStrictEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
});

test('an owner above its limit is refused, others are not; the server itself has no limit', async () => {
  const { semaphore, run, endAll } = createBench({ permits: 1, queue: 10, perOwner: 2 });
  const work = [run('user/1', 'a1'), run('user/1', 'a2'), run('user/1', 'a3')];
  work.push(run('address/::/64', 'b1'), run('server', 's1'), run('server', 's2'), run('server', 's3'));
  const settled = outcomes(work);
  expect(() => semaphore.refuseWhenFull('user/1')).toThrow('操作过于频繁');
  expect(() => semaphore.refuseWhenFull('user/2')).not.toThrow();
  await endAll();
  expect(await settled).toStrictEqual(['a1', 'a2', 'request.throttled', 'b1', 's1', 's2', 's3']);
});

test('an owner is not delayed by later owners', async () => {
  const { started, run, endAll } = createBench({ permits: 1, queue: 30, perOwner: 10 });
  const work = [run('user/1', 'a1'), run('user/1', 'a2')];
  const newcomers = Array.from({ length: 8 }, (_, n): Owner => `user/${n + 2}`);
  // A new owner arrives after each start.
  const come = async (): Promise<void> => {
    for (const owner of newcomers) {
      work.push(run(owner, owner));
      await new Promise(setImmediate);
    }
  };
  await Promise.all([come(), endAll()]);
  expect(started.indexOf('a2')).toBeLessThan(4);
  expect(await outcomes(work)).toHaveLength(10);
});
