import { expect, it } from 'vitest';
import { inBatches } from './batches.ts';

/** Work that waits until it is released, and records its inputs. */
function heldWork() {
  const batches: number[][] = [];
  const letGo: (() => void)[] = [];
  const work = async (inputs: number[]) => {
    batches.push(inputs);
    await new Promise<void>((resolve) => letGo.push(resolve));
    return inputs.map((input) => input * 10);
  };
  return { batches, letGo, work };
}

it('gives each caller its own result; simultaneous callers share a batch, later callers the next one', async () => {
  const { batches, letGo, work } = heldWork();
  const ask = inBatches({ max: 3, atOnce: 1 }, work);
  const answers = Promise.all([1, 2, 3, 4].map(ask));
  await expect.poll(() => batches).toEqual([[1, 2, 3]]);
  const late = ask(5);
  letGo[0]?.();
  await expect
    .poll(() => batches)
    .toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  letGo[1]?.();
  expect(await answers).toEqual([10, 20, 30, 40]);
  expect(await late).toBe(50);
});

it('runs at most the allowed number of batches at a time', async () => {
  const { batches, letGo, work } = heldWork();
  const ask = inBatches({ max: 1, atOnce: 2 }, work);
  const answers = Promise.all([1, 2, 3].map(ask));
  await expect.poll(() => batches.length).toBe(2);
  letGo[1]?.();
  await expect.poll(() => batches).toEqual([[1], [2], [3]]);
  letGo[0]?.();
  letGo[2]?.();
  expect(await answers).toEqual([10, 20, 30]);
});

it('fails the callers of a failed batch and continues with the next', async () => {
  const ask = inBatches({ max: 2, atOnce: 1 }, async (inputs: number[]) => {
    if (inputs.includes(1)) throw new Error('no');
    return inputs;
  });
  const results = await Promise.allSettled([1, 2, 3].map(ask));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(await ask(7)).toBe(7);
});

it('fails only inputs that wait too long', async () => {
  const { batches, letGo, work } = heldWork();
  const ask = inBatches({ max: 1, atOnce: 1, waitMs: 20 }, work);
  const first = ask(1);
  await expect.poll(() => batches).toEqual([[1]]);
  await expect(ask(2)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  letGo[0]?.();
  expect(await first).toBe(10);
  const third = ask(3);
  await expect.poll(() => batches).toEqual([[1], [3]]);
  letGo[1]?.();
  expect(await third).toBe(30);
});
