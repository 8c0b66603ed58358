import { fork, type ChildProcess } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type {
  Body,
  LengthUnit,
  ReadingFailure,
  ReadingLimits,
  ReadingNote,
} from '#geometry/model-reading.ts';
import { programFile } from '#server/system/program-file.ts';

/** A body as the child answers it. */
export interface MeasuredBody extends Pick<Body, 'kind' | 'count' | 'measures' | 'features' | 'fingerprint'> {
  name: string;
  /** WebP. */
  thumbnail: Uint8Array | undefined;
}

export type MeasuringAnswer =
  | {
      unit: LengthUnit | undefined;
      notes: readonly ReadingNote[];
      bodies: MeasuredBody[];
      /** All bodies as one part, where there are several and all have a volume. */
      whole?: Pick<MeasuredBody, 'kind' | 'measures' | 'thumbnail'> | undefined;
    }
  | { failure: ReadingFailure };
/** The outcome for a file; `crashed` contains the child's last output for the log. */
export type Measured = MeasuringAnswer | { failure: 'crashed'; words: string };

/** 64 KB each: 768 MB of the kernel's memory, beyond which it fails with an error. */
const WASM_PAGES = 12_288;
const HEAP_MB = 512;
/** Limit for the last output of the child. */
const WORDS = 2_000;

/** The child ends itself with it when its processor time is used up; Windows knows no such signal. */
export const OUT_OF_TIME = 'SIGALRM';
/** On a busy server a child at low priority waits longer than it works. */
const WAITS = 6;

interface Request {
  name: string;
  limits: ReadingLimits;
  /** Processor time in ms. In all the child may take six times as long. */
  cpuMs: number;
  signal: AbortSignal;
}

/**
 * Measures a file in a separate process, which has a low priority, no secrets in its environment, and ends after it.
 * Kills it after the time or when the signal aborts. Throws the errors of `content` and the signal's reason.
 */
export async function measureInChild(
  content: Readable,
  { name, limits, cpuMs, signal }: Request,
): Promise<Measured> {
  const late = AbortSignal.timeout(cpuMs * WAITS);
  const child = startChild([name, JSON.stringify(limits), String(cpuMs), String(process.pid)]);
  const { stdin, stderr } = child;
  try {
    const ended = outcomeOf(child, AbortSignal.any([late, signal]));
    ended.catch(() => undefined);
    let words = '';
    stderr?.setEncoding('utf8').on('data', (text: string) => (words = `${words}${text}`.slice(-WORDS)));
    if (!stdin) throw new Error('the child has no standard input');
    const sent = pipeline(content, stdin);
    // A child that dies early breaks the pipe; its exit code has the cause.
    sent.catch((error: unknown) => {
      if (!isBrokenPipe(error)) child.kill('SIGKILL');
    });
    const outcome = await ended;
    if ('answer' in outcome) return outcome.answer;
    if (outcome.exit === OUT_OF_TIME) return { failure: 'out-of-time' };
    await sent.catch((error: unknown) => {
      if (!isBrokenPipe(error)) throw error;
    });
    return { failure: 'crashed', words: `exit ${outcome.exit}: ${words}` };
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return { failure: 'out-of-time' };
    throw error;
  } finally {
    content.destroy();
    child.kill('SIGKILL');
  }
}

/**
 * The child's message, or how it ended without one. Its end may be seen before a message that it sent last, so the channel is read
 * to its end. Throws the signal's reason.
 */
export function outcomeOf(
  child: EventEmitter & Pick<ChildProcess, 'connected'>,
  signal: AbortSignal,
): Promise<{ answer: MeasuringAnswer } | { exit: string }> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    child.once('message', (answer: MeasuringAnswer) => resolve({ answer }));
    child.once('exit', (code: number | null, killed: string | null) => {
      const end = () => resolve({ exit: String(code ?? killed) });
      if (child.connected) child.once('disconnect', end);
      else end();
    });
  });
}

function startChild(args: readonly string[]): ChildProcess {
  const { url, isSource } = programFile(import.meta.url, 'measure-child');
  const child = fork(url, args, {
    execArgv: [
      `--wasm-max-mem-pages=${WASM_PAGES}`,
      `--max-old-space-size=${HEAP_MB}`,
      // The engine's own threads would take the second core from the requests, and save no time.
      '--single-threaded',
      ...(isSource ? ['--import', 'tsx'] : []),
    ],
    // Windows needs its root to start a program.
    env: process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] },
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  // `exit` reports its end; a failed start has no pid.
  child.on('error', () => child.emit('exit', null, 'not started'));
  if (child.pid !== undefined) lower(child.pid);
  return child;
}

/** The child may have ended already. */
function lower(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    return;
  }
}

const isBrokenPipe = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EPIPE' || error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET');
