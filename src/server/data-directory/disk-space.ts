import { statfs } from 'node:fs/promises';
import { cachedFor } from '#server/system/cached-for.ts';

/** Four WAL segments of PostgreSQL, which sign-ins and logs take days to fill. */
const RESERVE_BYTES = 64 * 1024 ** 2;
const FRESH_MS = 1_000;

/**
 * Reports whether a disk has more free space than the reserve; checks at most once a second. PostgreSQL stops when its
 * WAL cannot grow, so requests that add data are refused earlier, while users can still sign in, read and delete.
 */
export const createDiskSpaceCheck = (directory: string): (() => Promise<boolean>) =>
  cachedFor(FRESH_MS, () =>
    statfs(directory).then(
      ({ bavail, bsize }) => bavail * bsize > RESERVE_BYTES,
      // If the check itself fails, writes are allowed and report their own errors.
      () => true,
    ),
  );
