import * as z from 'zod/mini';
import type { Endpoints } from './endpoint.ts';
import { timestamp } from './fields.ts';

const share = z.object({ total: z.number(), used: z.number(), percent: z.number() });

/** Sizes in bytes, percentages 0…100, times in ms unless the name says otherwise. */
const serverStatus = z.object({
  at: timestamp,
  os: z.object({
    platform: z.string(),
    arch: z.string(),
    hostName: z.string(),
    release: z.string(),
    bootTime: timestamp,
  }),
  cpu: z.object({ model: z.string(), cpuNum: z.number(), percent: z.number(), load1: z.number() }),
  mem: share,
  swap: share,
  disk: z.object({ path: z.string(), total: z.number(), used: z.number(), percent: z.number() }),
  /** Bytes per second. */
  net: z.object({ in: z.number(), out: z.number() }),
  process: z.object({
    pid: z.number(),
    uptimeSeconds: z.number(),
    rss: z.number(),
    heapUsed: z.number(),
    heapTotal: z.number(),
    eventLoopDelayP50: z.number(),
    eventLoopDelayP99: z.number(),
    version: z.string(),
    node: z.string(),
  }),
  database: z.object({
    version: z.string(),
    size: z.number(),
    connections: z.number(),
    maxConnections: z.number(),
    cacheHitPercent: z.number(),
    startedAt: timestamp,
    largestTables: z.array(z.object({ name: z.string(), size: z.number(), rows: z.number() })),
    /** The slowest statements of this process since it started. */
    slowestStatements: z.array(
      z.object({ statement: z.string(), calls: z.number(), meanMs: z.number(), maxMs: z.number() }),
    ),
  }),
  fileStore: z.object({ kind: z.string(), files: z.number(), size: z.number(), isHealthy: z.boolean() }),
});
export type ServerStatus = z.output<typeof serverStatus>;

export const monitor = {
  read: {
    method: 'GET',
    path: '/server-monitor',
    summary: '服务监控',
    permission: 'sysTools:serverMonitor:list',
    data: serverStatus,
  },
} as const satisfies Endpoints;
