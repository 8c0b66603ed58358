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
 * @param check says what it found, in numbers, for the report; by `tell` before it judges that, so that a failure has its
 *   figures too
 */
export function bar(
  numbers: number | readonly number[],
  title: string,
  check: (tell: (figure: string) => void) => Promise<string | void>,
  options: TestOptions = {},
): void {
  const list = [numbers].flat();
  test(`bar ${list.join(', ')}: ${title}`, options, async ({ task }) => {
    task.meta.bars = list;
    const tell = (figure: string) => {
      task.meta.figure = figure;
    };
    const figure = await check(tell);
    if (figure !== undefined) tell(figure);
  });
}
