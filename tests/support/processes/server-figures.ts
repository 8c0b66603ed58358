import { expect } from 'vitest';
import { metricsToken } from './run-server.ts';

/** Figures from a server's `/metrics`. */
export interface ServerFigures {
  /** Connections of its pool in use, and requests waiting for one. */
  busyConnections: number;
  waiting: number;
  rssBytes: number;
  /** Since the previous read. */
  loopDelayP99Ms: number;
}

export async function readFigures(address: string): Promise<ServerFigures> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${address}/metrics`, { headers })).text();
  const read = (name: string): number => {
    const line = text.split('\n').find((each) => each.startsWith(`${name} `));
    if (line === undefined) throw new Error(`no ${name} in /metrics`);
    return Number(line.slice(name.length + 1));
  };
  return {
    busyConnections: read('quotemill_database_connections{state="busy"}'),
    waiting: read('quotemill_database_connections{state="waiting"}'),
    rssBytes: read('process_resident_memory_bytes'),
    loopDelayP99Ms: read('nodejs_eventloop_lag_p99_seconds') * 1_000,
  };
}

/** Expects that no finished request still uses a connection of the pool. */
export async function expectIdlePool(address: string): Promise<void> {
  await expect.poll(async () => (await readFigures(address)).busyConnections, { timeout: 10_000 }).toBe(0);
}
