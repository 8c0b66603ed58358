import { randomBytes } from 'node:crypto';
import {
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { z } from 'zod';

import { errorCode } from '#server/system/file-errors.ts';
import { findProcess } from '#server/system/process-table.ts';

const holderSchema = z.object({
  pid: z.int().positive(),
  /** When the process started, see `findProcess`: pid and start identify a process until the machine reboots. */
  start: z.string(),
  /** The namespace in which `pid` identifies this process. Missing in locks written before this field existed. */
  pidNamespace: z.optional(z.string()),
  boot: z.string(),
  host: z.string(),
  since: z.iso.datetime(),
  released: z.boolean(),
});

export type LockHolder = z.infer<typeof holderSchema>;

export interface DirectoryLock {
  release(): Promise<void>;
}

/** `holder`, a running process, has locked the directory. */
export class LockHeldError extends Error {
  override readonly name = 'LockHeldError';
  readonly holder: LockHolder;
  /** In another container or on another host. */
  readonly isElsewhere: boolean;

  constructor(holder: LockHolder, isElsewhere: boolean) {
    super(`held by process ${holder.pid} on ${holder.host} since ${holder.since}`);
    this.holder = holder;
    this.isElsewhere = isElsewhere;
  }
}

/** Interval at which a holder touches its file: a sign of life for processes that cannot look up its pid. */
const HEARTBEAT_MS = 5_000;
const SILENCE_MS = 4 * HEARTBEAT_MS;
const POLL_MS = 250;

/**
 * Locks `directory` for this process, or throws LockHeldError.
 *
 * The lock is a series of numbered files; the highest number counts. A file appears complete (written to a temporary
 * name, then linked) and only under the next number, so only one of several processes that find a dead holder wins.
 * The highest file is never removed but marked as released, so a number is never reused: a process that read the
 * directory long ago sees a higher number and steps back. Removing and recreating one file, the usual way, lets two
 * processes take over at once.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  // Not `recursive`: it reports a read-only disk as ENOENT.
  await mkdir(directory, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  const self = await describeSelf();
  for (;;) {
    const latest = await latestNumber(directory);
    await refuseWhenHeld(directory, latest);

    const ownNumber = latest + 1;
    if (!(await claim(directory, ownNumber, self))) continue;
    if ((await latestNumber(directory)) > ownNumber) {
      await rm(join(directory, String(ownNumber)), { force: true });
      continue;
    }
    await removeOlder(directory, ownNumber);
    return holdLock(directory, ownNumber, self);
  }
}

function holdLock(directory: string, ownNumber: number, self: LockHolder): DirectoryLock {
  const file = join(directory, String(ownNumber));
  const heartbeat = setInterval(() => {
    const now = new Date();
    // A single missed touch is harmless.
    utimes(file, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  let isReleased = false;
  return {
    async release() {
      if (isReleased) return;
      isReleased = true;
      clearInterval(heartbeat);
      const temporary = join(directory, temporaryName());
      await writeFile(temporary, JSON.stringify({ ...self, released: true }), { mode: 0o600 });
      await rename(temporary, file);
    },
  };
}

async function claim(directory: string, number: number, self: LockHolder): Promise<boolean> {
  const temporary = join(directory, temporaryName());
  try {
    await writeFile(temporary, JSON.stringify(self), { mode: 0o600, flush: true });
    await link(temporary, join(directory, String(number)));
    return true;
  } catch (error) {
    // Another process was first (and may have removed our temporary file): look again.
    if (errorCode(error) === 'EEXIST' || errorCode(error) === 'ENOENT') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function refuseWhenHeld(directory: string, number: number): Promise<void> {
  if (number === 0) return;
  const file = join(directory, String(number));
  try {
    await refuseWhenAlive(holderSchema.parse(JSON.parse(await readFile(file, 'utf8'))), file);
  } catch (error) {
    // Superseded just now, or truncated by a power loss: the lock is free.
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError) return;
    throw error;
  }
}

/** The process that checks a lock, and the time of the check. */
export type Checker = Pick<LockHolder, 'host' | 'boot' | 'pidNamespace'> & {
  now: number;
  /** When this machine booted. */
  bootedAt: number;
};

/**
 * Decides how to check whether a holder is running. A pid is valid only in its namespace: in a container with the same
 * host name it is unknown or belongs to another process. Such a holder counts as dead after `SILENCE_MS` without a
 * touch. Silence before this check counts only if both processes use the same clock.
 */
export function checkMethod(
  holder: LockHolder,
  touchedAt: number,
  checker: Checker,
): 'released' | 'look up' | { silentForMs: number } {
  if (holder.released) return 'released';
  const isSameBoot = holder.boot === checker.boot;
  if (isSameBoot && holder.host === checker.host && holder.pidNamespace === checker.pidNamespace)
    return 'look up';
  const silentMs = checker.now - touchedAt;
  if (isSameBoot) return { silentForMs: silentMs };
  // Untouched since this machine booted: the lock is this machine's from before the reboot, not another machine's.
  return { silentForMs: holder.host === checker.host && touchedAt < checker.bootedAt ? silentMs : 0 };
}

async function refuseWhenAlive(holder: LockHolder, file: string): Promise<void> {
  const touchedAt = (await stat(file)).mtimeMs;
  const [boot, pidNamespace] = await Promise.all([bootId(), ownPidNamespace()]);
  const now = Date.now();
  const bootedAt = now - uptime() * 1_000;
  const check = checkMethod(holder, touchedAt, { host: hostname(), boot, pidNamespace, now, bootedAt });
  if (check === 'released') return;
  if (check === 'look up') {
    if ((await findProcess(holder.pid))?.start === holder.start) throw new LockHeldError(holder, false);
  } else if (await isTouched(file, touchedAt, SILENCE_MS - check.silentForMs)) {
    throw new LockHeldError(holder, true);
  }
}

/** Watches the file until the timeout; true as soon as it is touched. */
async function isTouched(file: string, touchedAt: number, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    await delay(POLL_MS);
    if ((await stat(file)).mtimeMs !== touchedAt) return true;
  }
  return false;
}

async function latestNumber(directory: string): Promise<number> {
  const names = await readdir(directory);
  return Math.max(0, ...names.filter((name) => /^\d+$/.test(name)).map(Number));
}

async function removeOlder(directory: string, ownNumber: number): Promise<void> {
  const names = await readdir(directory);
  const isOld = (name: string) => name.startsWith('claim-') || Number(name) < ownNumber;
  await Promise.all(names.filter(isOld).map((name) => rm(join(directory, name), { force: true })));
}

async function describeSelf(): Promise<LockHolder> {
  const { pid } = process;
  const start = (await findProcess(pid))?.start ?? '';
  const since = new Date().toISOString();
  const [boot, pidNamespace] = await Promise.all([bootId(), ownPidNamespace()]);
  return { pid, start, pidNamespace, boot, host: hostname(), since, released: false };
}

/** The pid namespace of this process, e.g. `pid:[4026531836]`; empty where there are none. */
async function ownPidNamespace(): Promise<string> {
  return readlink('/proc/self/ns/pid').catch(() => '');
}

/** Empty where the system has no boot id; a reboot is then detected only by the start time of the process. */
async function bootId(): Promise<string> {
  return readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (id) => id.trim(),
    () => '',
  );
}

function temporaryName(): string {
  return `claim-${process.pid}-${randomBytes(6).toString('hex')}`;
}
