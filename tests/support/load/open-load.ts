import { Agent, request as httpRequest } from 'node:http';
import { API_BASE } from '#contract/kernel/endpoint.ts';

/** One kind of request of a load. */
export interface LoadOperation {
  name: string;
  /** Arrivals a second, at random moments. */
  perSecond: number;
  /** Additional arrivals within one second, twice a minute. */
  burst?: number;
  next: () => LoadRequest;
}

export interface LoadRequest {
  method: 'GET' | 'POST';
  /** Below `/api/v1`. */
  path: string;
  token?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Source address, `127.x.y.z`. */
  localAddress?: string;
}

export interface Arrived {
  name: string;
  status: number;
  /** Measured from the due time, so that waiting in the generator counts as well. */
  elapsedMs: number;
  retryAfter: boolean;
}

export interface OpenLoad {
  arrived: Arrived[];
  /** Number of pending requests. */
  pending(): number;
  /** Sends no further request. */
  stop(): void;
  /** Resolves when all due requests have been answered. */
  done: Promise<void>;
}

/**
 * The usual delay of timers. The remaining time is spent polling in the event loop, so that it does not count as the
 * server's. That takes 5 % of a processor at 50 requests a second, and delays other processes when no processor is free.
 */
const TIMER_MS = 1.5;

/**
 * An open load: requests arrive at a fixed rate regardless of the server, as people do, so that a slow answer does not delay
 * later requests (no coordinated omission).
 */
export function startOpenLoad(
  address: string,
  operations: readonly LoadOperation[],
  { seconds, factor = 1, isPrecise = false }: { seconds: number; factor?: number; isPrecise?: boolean },
): OpenLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const arrived: Arrived[] = [];
  let pending = 0;
  let next = 0;
  const due = operations
    .flatMap((operation) => arrivals(operation, seconds, factor).map((atMs) => ({ operation, atMs })))
    .toSorted((a, b) => a.atMs - b.atMs);

  const stop = () => void (due.length = Math.min(due.length, next));
  const earlyMs = isPrecise ? TIMER_MS : -1;
  const startedAt = performance.now();
  const done = new Promise<void>((resolve) => {
    const endWhenDone = () => {
      if (next < due.length || pending > 0) return;
      agent.destroy();
      resolve();
    };
    const sendDue = () => {
      const elapsed = () => performance.now() - startedAt;
      const nowMs = elapsed();
      for (; next < due.length && due[next]!.atMs <= nowMs; next += 1) {
        const { operation, atMs } = due[next]!;
        pending += 1;
        void send(address, agent, operation.next()).then(({ status, retryAfter }) => {
          pending -= 1;
          arrived.push({ name: operation.name, status, elapsedMs: elapsed() - atMs, retryAfter });
          endWhenDone();
        });
      }
      if (next === due.length) return endWhenDone();
      const waitMs = Math.floor(due[next]!.atMs - elapsed() - earlyMs);
      if (waitMs > 0) setTimeout(sendDue, waitMs);
      else setImmediate(sendDue);
    };
    sendDue();
  });
  return { arrived, pending: () => pending, stop, done };
}

/** The times at which requests of an operation are due, in ms: a Poisson process plus bursts. */
function arrivals({ perSecond, burst = 0 }: LoadOperation, seconds: number, factor: number): number[] {
  const times: number[] = [];
  for (let at = gap(perSecond * factor); at < seconds * 1000; at += gap(perSecond * factor)) times.push(at);
  for (let start = 15_000; start + 1_000 < seconds * 1000; start += 30_000) {
    for (let n = 0; n < burst * factor; n += 1) times.push(start + Math.random() * 1_000);
  }
  return times;
}

const gap = (perSecond: number) => (-Math.log(1 - Math.random()) / perSecond) * 1000;

/** Status 0: the connection broke. */
function send(
  address: string,
  agent: Agent,
  { method, path, token, headers, body, localAddress }: LoadRequest,
): Promise<{ status: number; retryAfter: boolean }> {
  return new Promise((resolve) => {
    const request = httpRequest(address + API_BASE + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      },
      ...(localAddress === undefined ? { agent } : { agent: false, localAddress }),
    });
    const end = (status: number, retryAfter = false) => resolve({ status, retryAfter });
    request.on('error', () => end(0));
    request.on('response', (response) => {
      response.on('error', () => end(0));
      response.on('end', () => end(response.statusCode ?? 0, 'retry-after' in response.headers));
      response.resume();
    });
    request.end(body);
  });
}

/** The quantile of the values at `share` (0…1). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Least squares: the slope of `y` over `x`, and its standard error. */
export function slope(points: readonly { x: number; y: number }[]): { slope: number; error: number } {
  const n = points.length;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / n;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / n;
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const found = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const rest = points.reduce((sum, { x, y }) => sum + (y - meanY - found * (x - meanX)) ** 2, 0);
  return { slope: found, error: Math.sqrt(rest / Math.max(1, n - 2) / spread) };
}
