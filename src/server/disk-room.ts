import { statfs } from 'node:fs/promises';

/** Four files of PostgreSQL's log: what signing in and the logs write takes days to fill this. */
const RESERVE_BYTES = 64 * 1024 ** 2;
const FRESH_MS = 1_000;

/**
 * Tells whether a disk has more room than the reserve, asked at most once a second. PostgreSQL stops altogether when its
 * log cannot grow: what adds to a nearly full disk is refused before, so that people can still sign in, read and delete.
 */
export function watchRoom(directory: string, reserveBytes = RESERVE_BYTES): () => Promise<boolean> {
  let last: { hasRoom: Promise<boolean>; at: number } | undefined;
  return () => {
    if (!last || performance.now() - last.at > FRESH_MS) {
      // A disk that does not say is left to those who write to it.
      const hasRoom = statfs(directory).then(
        ({ bavail, bsize }) => bavail * bsize > reserveBytes,
        () => true,
      );
      last = { hasRoom, at: performance.now() };
    }
    return last.hasRoom;
  };
}
