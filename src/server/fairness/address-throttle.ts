import { AppError } from '#server/http/app-error.ts';
import { addressKey } from './address-key.ts';
import { createWindowCounter, throttled } from './windows.ts';

/** Where a request comes from. */
export interface Origin {
  ip: string;
  userAgent: string;
  now: Date;
}

/** Limits the requests of an address within a window. */
export interface AddressThrottle {
  /** Throws `request.throttled` when the address has no requests left. Reads only memory and counts nothing. */
  refuseWhenExceeded(origin: Origin): void;
  /** Counts a request, in this process and in the database for all others. Throws `request.throttled`. */
  count(origin: Origin): Promise<void>;
}

interface Limit {
  /** The first part of the key in the database. */
  name: string;
  limit: number;
  windowS: number;
}

/** Counts a key in the database. Throws `request.throttled` above the limit. */
export type CountShared = (key: string, limit: number, windowS: number, now: Date) => Promise<void>;

interface Events {
  /** Called when `refuseWhenExceeded` throws. */
  onRefused: (origin: Origin) => void;
  /** Called when only this process could count. The request is still served: a full disk must not prevent reading. */
  onUncounted: (error: unknown) => void;
}

/**
 * Refuses requests beyond the limit without a query. The database counts those below it as well, because other
 * processes may serve the same address.
 */
export function createAddressThrottle(
  { name, limit, windowS }: Limit,
  countShared: CountShared,
  { onRefused, onUncounted }: Events,
): AddressThrottle {
  const windows = createWindowCounter(windowS);

  function assertAtMost(max: number, origin: Origin): void {
    const window = windows.find(addressKey(origin.ip), origin.now);
    if (window && window.count > max) throw throttled(window.since, windowS, origin.now);
  }

  return {
    refuseWhenExceeded(origin) {
      try {
        assertAtMost(limit - 1, origin);
      } catch (error) {
        onRefused(origin);
        throw error;
      }
    },
    async count(origin) {
      windows.add(addressKey(origin.ip), origin.now);
      assertAtMost(limit, origin);
      try {
        await countShared(`${name}/${addressKey(origin.ip)}`, limit, windowS, origin.now);
      } catch (error) {
        if (error instanceof AppError) throw error;
        onUncounted(error);
      }
    },
  };
}
