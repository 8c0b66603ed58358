let stretch = 1;

/**
 * A time limit for one piece of work, in the unit of `limit`. It guards against endless work and is far above the usual time.
 */
export const timeLimit = (limit: number): number => limit * stretch;

/** For tests, which run on machines of any speed: all these limits are `factor` times as long. */
export function stretchTimeLimits(factor: number): void {
  stretch = factor;
}
