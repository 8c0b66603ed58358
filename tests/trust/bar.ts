import { test, type TestOptions } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Bars that the check is of, and what it found, in numbers. */
    bars?: number[];
    figure?: string;
  }
}

/**
 * A check of one or several bars; its title begins with their numbers, by which the report finds it.
 * @param check says what it found, in numbers, for the report
 */
export function bar(
  numbers: number | readonly number[],
  title: string,
  check: () => Promise<string | void>,
  options: TestOptions = {},
): void {
  const list = [numbers].flat();
  test(`bar ${list.join(', ')}: ${title}`, options, async ({ task }) => {
    task.meta.bars = list;
    const figure = await check();
    if (figure !== undefined) task.meta.figure = figure;
  });
}
