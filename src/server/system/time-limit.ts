let stretch = 1;

/** Wraps a time limit, in any unit, that only guards against endless work and is far above the usual time. */
export const timeLimit = (limit: number): number => limit * stretch;

/** For tests, which run on machines of any speed: multiplies all such limits by `factor`. */
export function stretchTimeLimits(factor: number): void {
  stretch = factor;
}
