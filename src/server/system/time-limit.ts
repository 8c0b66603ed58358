let stretch = 1;

/** A time limit that guards against endless work, far above the usual time, in the unit of `limit`. */
export const timeLimit = (limit: number): number => limit * stretch;

/** For tests, which run on machines of any speed: multiplies all these limits by `factor`. */
export function stretchTimeLimits(factor: number): void {
  stretch = factor;
}
