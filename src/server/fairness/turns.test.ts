import { expect, test, vi } from 'vitest';
import { createTurns, runInSlices } from './turns.ts';
import type { Owner } from './fair-semaphore.ts';

/** Logs which work starts in which turn of the event loop. */
function createBench(limits: Parameters<typeof createTurns>[0]) {
  const turns = createTurns(limits);
  const log: string[][] = [[]];
  const take = async (owner: Owner, name: string, cost: number) => {
    const turn = turns.take(owner, cost);
    if (turn) await turn;
    log.at(-1)?.push(name);
  };
  /** Runs the event loop for that many turns; returns the work that started in each. */
  async function turn(times: number): Promise<string[][]> {
    for (let n = 0; n < times; n += 1) {
      log.push([]);
      await new Promise(setImmediate);
    }
    return log.filter((names) => names.length > 0);
  }
  return { turns, take, turn };
}

test('work below the limit of a turn starts at once', () => {
  const { turns } = createBench({ perTurn: 10, perOwner: 100, total: 1_000 });
  expect([turns.take('user/1', 4), turns.take('user/1', 4)]).toStrictEqual([undefined, undefined]);
  expect(turns.take('user/1', 4)).toBeInstanceOf(Promise);
});

test('work beyond the limit of a turn is queued and served round-robin by owner', async () => {
  const { take, turn } = createBench({ perTurn: 10, perOwner: 100, total: 1_000 });
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => take('user/1', name, 10));
  all.push(take('user/2', 'b1', 4), take('user/2', 'b2', 4), take('user/3', 'c1', 2));
  const begun = await turn(8);
  await Promise.all(all);
  expect(begun).toStrictEqual([['a1'], ['a2'], ['b1', 'c1'], ['a3'], ['b2'], ['a4']]);
});

test('work larger than the limit gets a turn of its own', async () => {
  const { take, turn } = createBench({ perTurn: 10, perOwner: 100, total: 1_000 });
  const all = [take('user/1', 'a1', 50), take('user/2', 'b1', 1), take('user/1', 'a2', 50)];
  expect(await turn(4)).toStrictEqual([['a1'], ['b1'], ['a2']]);
  await Promise.all(all);
});

test('an owner whose queue is full is refused, and everyone when the total queue is full', async () => {
  const { turns, take, turn } = createBench({ perTurn: 10, perOwner: 30, total: 50 });
  const all = [1, 2, 3, 4].map((n) => take('user/1', `a${n}`, 10));
  expect(() => turns.take('user/1', 10)).toThrow('操作过于频繁');
  all.push(take('user/2', 'b1', 10), take('user/3', 'c1', 10));
  expect(() => turns.take('user/4', 10)).toThrow('系统繁忙');
  await turn(8);
  await Promise.all(all);
  expect(turns.take('user/1', 10)).toBeUndefined();
});

test('long work yields to the event loop every millisecond and returns its final result', async () => {
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  const log: string[] = [];
  function* work() {
    for (let n = 1; n <= 4; n += 1) {
      clock += 0.6;
      log.push(`piece ${n}`);
      yield;
    }
    return 'result';
  }
  setImmediate(() => log.push('another request'));
  expect(await runInSlices(work())).toBe('result');
  vi.restoreAllMocks();
  expect(log).toStrictEqual(['piece 1', 'piece 2', 'another request', 'piece 3', 'piece 4']);
});
