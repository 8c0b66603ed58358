import { test, type TestOptions } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The bars of a check and its figures. */
    bars?: number[];
    figure?: string;
    /** The reason why the check could not run on this machine. */
    notRun?: string;
  }
}

/**
 * A check of one or several bars. Its title begins with their numbers; the report finds them in the task's meta data.
 * @param check returns its figures for the report, or passes them to `tell` before its expectations, so that a failure
 *   is reported with figures too; where this machine does not permit the check, it returns `notRun`
 */
export function bar(
  numbers: number | readonly number[],
  title: string,
  check: (tell: (figure: string) => void) => Promise<string | NotRun | void>,
  options: TestOptions = {},
): void {
  const list = [numbers].flat();
  test(`bar ${list.join(', ')}: ${title}`, options, async ({ task }) => {
    task.meta.bars = list;
    const tell = (figure: string) => {
      task.meta.figure = figure;
    };
    const figure = await check(tell);
    if (typeof figure === 'object') task.meta.notRun = figure.reason;
    else if (figure !== undefined) tell(figure);
  });
}

interface NotRun {
  reason: string;
}

/** The outcome of a check that this machine does not permit; the report says so. */
export const notRun = (reason: string): NotRun => ({ reason });
