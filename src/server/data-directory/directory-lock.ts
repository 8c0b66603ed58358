import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod';

import { errorCode } from '../system/file-errors.ts';
import { findProcess } from '../system/process-table.ts';

const holderSchema = z.object({
  pid: z.int().positive(),
  /** The process' start time, see `findProcess`: pid and start identify a process until the machine reboots. */
  start: z.string(),
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

  constructor(holder: LockHolder) {
    super(`held by process ${holder.pid} on ${holder.host} since ${holder.since}`);
    this.holder = holder;
  }
}

/**
 * A process on another host (or in another container) cannot be looked up; it proves that it lives by touching its
 * file.
 */
const beatMs = 5_000;
const silenceMs = 4 * beatMs;

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
  const me = await describeMyself();
  for (;;) {
    const latest = await latestNumber(directory);
    const holder = await findHolder(directory, latest);
    if (holder) throw new LockHeldError(holder);

    const mine = latest + 1;
    if (!(await claim(directory, mine, me))) continue;
    if ((await latestNumber(directory)) > mine) {
      await rm(join(directory, String(mine)), { force: true });
      continue;
    }
    await removeOlder(directory, mine);
    return keep(directory, mine, me);
  }
}

function keep(directory: string, mine: number, me: LockHolder): DirectoryLock {
  const file = join(directory, String(mine));
  const beat = setInterval(() => {
    const now = new Date();
    // A missed touch is harmless on this host; for other hosts the next one is in time.
    utimes(file, now, now).catch(() => undefined);
  }, beatMs);
  beat.unref();

  let isReleased = false;
  return {
    async release() {
      if (isReleased) return;
      isReleased = true;
      clearInterval(beat);
      const temporary = join(directory, temporaryName());
      await writeFile(temporary, JSON.stringify({ ...me, released: true }), { mode: 0o600 });
      await rename(temporary, file);
    },
  };
}

async function claim(directory: string, number: number, me: LockHolder): Promise<boolean> {
  const temporary = join(directory, temporaryName());
  try {
    await writeFile(temporary, JSON.stringify(me), { mode: 0o600, flush: true });
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

async function findHolder(directory: string, number: number): Promise<LockHolder | undefined> {
  if (number === 0) return undefined;
  const file = join(directory, String(number));
  try {
    const holder = holderSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    return (await isHolding(holder, file)) ? holder : undefined;
  } catch (error) {
    // Superseded just now, or truncated by a power loss: the lock is free.
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError) {
      return undefined;
    }
    throw error;
  }
}

async function isHolding(holder: LockHolder, file: string): Promise<boolean> {
  if (holder.released) return false;
  if (holder.host !== hostname()) return Date.now() - (await stat(file)).mtimeMs < silenceMs;
  if (holder.boot !== (await bootId())) return false;
  return (await findProcess(holder.pid))?.start === holder.start;
}

async function latestNumber(directory: string): Promise<number> {
  const names = await readdir(directory);
  return Math.max(0, ...names.filter((name) => /^\d+$/.test(name)).map(Number));
}

async function removeOlder(directory: string, mine: number): Promise<void> {
  const names = await readdir(directory);
  const isOld = (name: string) => name.startsWith('claim-') || Number(name) < mine;
  await Promise.all(names.filter(isOld).map((name) => rm(join(directory, name), { force: true })));
}

async function describeMyself(): Promise<LockHolder> {
  const { pid } = process;
  const start = (await findProcess(pid))?.start ?? '';
  const since = new Date().toISOString();
  return { pid, start, boot: await bootId(), host: hostname(), since, released: false };
}

/** Empty where the system has no boot id; a reboot is then detected by the process' start time alone. */
async function bootId(): Promise<string> {
  return readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (id) => id.trim(),
    () => '',
  );
}

function temporaryName(): string {
  return `claim-${process.pid}-${randomBytes(6).toString('hex')}`;
}
