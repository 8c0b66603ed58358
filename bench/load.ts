import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { atScale } from './scale.ts';

const WARM_UP_S = atScale(0.1, 3);
const MEASURED_S = atScale(0.2, 10);
/** Sampling interval: a load ends with an interval, and the rate is the average over intervals. */
const SAMPLE_MS = atScale(100, 1_000);

export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** A header that differs on every request. */
  unique?: { header: string; next: () => string };
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Number of 2xx and 304 responses, warm-up included. */
  succeeded: number;
}

/**
 * Sends as many requests as the server handles on `connections` connections, after a warm-up. Throws if a response has a
 * status other than `expected`, because fast failures would distort the figure.
 */
export async function generateLoad(
  address: string,
  request: LoadRequest,
  { connections, expected }: { connections: number; expected: number },
): Promise<LoadResult> {
  const warmUp = await run(address, request, connections, WARM_UP_S, expected);
  const { requests, latency, succeeded } = await run(address, request, connections, MEASURED_S, expected);
  return {
    perSecond: requests.average * (1_000 / SAMPLE_MS),
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    succeeded: warmUp.succeeded + succeeded,
  };
}

async function run(
  address: string,
  { method, path, headers, body, unique }: LoadRequest,
  connections: number,
  duration: number,
  expected: number,
) {
  const request: autocannon.Request = { method, path, headers, ...(body === undefined ? {} : { body }) };
  if (unique) {
    request.setupRequest = (next) => ({
      ...next,
      headers: { ...headers, [unique.header]: unique.next() },
    });
  }
  const result = await autocannon({
    url: address,
    connections,
    duration,
    sampleInt: SAMPLE_MS,
    requests: [request],
  });
  const counts = Object.entries(result.statusCodeStats ?? {});
  const wrong = counts.filter(([status]) => Number(status) !== expected);
  if (wrong.length > 0 || result.errors > 0) {
    throw new Error(`${method} ${path}: ${JSON.stringify(wrong)}, ${result.errors} broken connections`);
  }
  const succeeded = counts.reduce((sum, [, { count = 0 }]) => sum + count, 0);
  return { ...result, succeeded };
}

/** The same load on a bare Fastify in a separate process, which responds with a constant of this many bytes. */
export async function generateBareLoad(
  bytes: number,
  request: LoadRequest,
  options: { connections: number; expected: number },
): Promise<LoadResult> {
  const script = fileURLToPath(new URL('./run-constant-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, String(bytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const line = await new Promise((resolve) => child.stdout.once('data', resolve));
    return await generateLoad(String(line).trim(), request, options);
  } finally {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }
}
