import { AppError } from '#server/http/app-error.ts';
import { addressKey } from './address-key.ts';
import { createWindows, throttled } from './windows.ts';

/** Where a request comes from. */
export interface Origin {
  ip: string;
  userAgent: string;
  now: Date;
}

/** Limits the requests of an address within a window. */
export interface AddressThrottle {
  /** Throws `request.throttled` when the address has none left. Reads only memory and counts nothing. */
  refuse(origin: Origin): void;
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
  /** Called by `refuse`, before a caller could know more about the request. */
  onRefused: (origin: Origin) => void;
  /** The database could not count, perhaps because its disk is full, which must not prevent reading; this process has counted. */
  onUncounted: (error: unknown) => void;
}

/**
 * Refuses requests beyond the limit without a query, so that the database never counts more than the limit. The database counts as well,
 * because other processes may serve the same address.
 */
export function createAddressThrottle(
  { name, limit, windowS }: Limit,
  countShared: CountShared,
  { onRefused, onUncounted }: Events,
): AddressThrottle {
  const windows = createWindows(windowS);

  /** Throws above the given number of requests. */
  function assertAtMost(most: number, origin: Origin): void {
    const open = windows.find(addressKey(origin.ip), origin.now);
    if (open && open.count > most) throw throttled(open.since, windowS, origin.now);
  }

  return {
    refuse(origin) {
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
