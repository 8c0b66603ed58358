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

export interface MeasuredBody extends Pick<Body, 'kind' | 'count' | 'measures' | 'features' | 'fingerprint'> {
  name: string;
  /** WebP. */
  thumbnail: Uint8Array | undefined;
}

export type MeasuringResult =
  | {
      unit: LengthUnit | undefined;
      notes: readonly ReadingNote[];
      bodies: MeasuredBody[];
      /** All bodies as one part, if there are several and all have a volume. */
      whole?: Pick<MeasuredBody, 'kind' | 'measures' | 'thumbnail'> | undefined;
    }
  | { failure: ReadingFailure };
/** `crashed` contains the child's last output, for the log. */
export type MeasuringOutcome = MeasuringResult | { failure: 'crashed'; output: string };

/** Pages of 64 KB: limits the geometry kernel to 768 MB, beyond which it fails with an error. */
const WASM_PAGES = 12_288;
const HEAP_MB = 512;
/** Characters of the child's last output that are kept. */
const MAX_OUTPUT = 2_000;

/** The signal with which the child kills itself when its processor time is used up; not available on Windows. */
export const TIMEOUT_SIGNAL = 'SIGALRM';
/** On a busy server, a child at low priority waits longer than it works. */
const WAIT_FACTOR = 6;

interface MeasuringRequest {
  name: string;
  limits: ReadingLimits;
  /** Processor time in ms; the child may take `WAIT_FACTOR` times as long in total. */
  cpuMs: number;
  signal: AbortSignal;
}

/**
 * Measures a file in its own process, with a low priority and no secrets in its environment. Kills it after the time limit
 * or when the signal aborts. Throws the errors of `content` and the signal's reason.
 */
export async function measureInChild(
  content: Readable,
  { name, limits, cpuMs, signal }: MeasuringRequest,
): Promise<MeasuringOutcome> {
  const timeout = AbortSignal.timeout(cpuMs * WAIT_FACTOR);
  const child = startChild([name, JSON.stringify(limits), String(cpuMs), String(process.pid)]);
  const { stdin, stderr } = child;
  try {
    const ending = waitForOutcome(child, AbortSignal.any([timeout, signal]));
    ending.catch(() => undefined);
    let output = '';
    stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => (output = `${output}${text}`.slice(-MAX_OUTPUT)));
    if (!stdin) throw new Error('the child has no standard input');
    const sending = pipeline(content, stdin);
    // A child that dies early breaks the pipe; its exit code has the cause.
    sending.catch((error: unknown) => {
      if (!isBrokenPipe(error)) child.kill('SIGKILL');
    });
    const outcome = await ending;
    if ('answer' in outcome) return outcome.answer;
    if (outcome.exit === TIMEOUT_SIGNAL) return { failure: 'out-of-time' };
    await sending.catch((error: unknown) => {
      if (!isBrokenPipe(error)) throw error;
    });
    return { failure: 'crashed', output: `exit ${outcome.exit}: ${output}` };
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return { failure: 'out-of-time' };
    throw error;
  } finally {
    content.destroy();
    child.kill('SIGKILL');
  }
}

/**
 * The child's message, or how it ended without one. The exit may be reported before its last message, so this waits
 * until the channel is closed. Throws the signal's reason.
 */
export function waitForOutcome(
  child: EventEmitter & Pick<ChildProcess, 'connected'>,
  signal: AbortSignal,
): Promise<{ answer: MeasuringResult } | { exit: string }> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    child.once('message', (answer: MeasuringResult) => resolve({ answer }));
    child.once('exit', (code: number | null, signalName: string | null) => {
      const end = () => resolve({ exit: String(code ?? signalName) });
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
      // V8's own threads would take a second core from the requests without saving time.
      '--single-threaded',
      ...(isSource ? ['--import', 'tsx'] : []),
    ],
    // Windows needs SystemRoot to start a program.
    env: process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] },
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  // A child that fails to start emits `error` but no `exit`, and has no pid.
  child.on('error', () => child.emit('exit', null, 'not started'));
  if (child.pid !== undefined) lowerPriority(child.pid);
  return child;
}

/** Lowers the child's priority; the child may already have ended. */
function lowerPriority(pid: number): void {
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
