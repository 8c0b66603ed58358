import { PricingError } from '#domain/pricing/pricing-error.ts';

/** What the work results in; undefined for figures beyond the limits of the price kernel. */
export function withinLimits<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof PricingError) return undefined;
    throw error;
  }
}
