let stretch = 1;

/**
 * A limit of the time of one piece of work, in the unit of `limit`. It guards against work without an end; a machine in order
 * is far below it.
 */
export const timeLimit = (limit: number): number => limit * stretch;

/** For tests, which run on machines of any speed: all these limits are `factor` times as long. */
export function stretchTimeLimits(factor: number): void {
  stretch = factor;
}
