import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { timestamp } from '../kernel/fields.ts';
import { mailState } from './mail.ts';

const usage = z.object({ total: z.number(), used: z.number(), percent: z.number() });

/** The jobs of one kind. Failed jobs are kept for seven days. */
const jobFigures = z.object({
  name: z.string(),
  waiting: z.number(),
  running: z.number(),
  failed: z.number(),
  /** Seconds since the oldest waiting job was due; 0 if no job is due. */
  oldestSeconds: z.number(),
  /** Only for mail: the latest error of an unsent message; may be empty. */
  lastFailure: z.optional(z.string()),
});
export type JobFigures = z.output<typeof jobFigures>;

/** Sizes are in bytes, percentages 0…100, and times in ms unless the name contains another unit. */
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
  mem: usage,
  swap: usage,
  disk: z.extend(usage, { path: z.string() }),
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
  fileStore: z.object({
    kind: z.string(),
    files: z.number(),
    size: z.number(),
    isHealthy: z.boolean(),
    /** Why the file store accepts no files; empty if it accepts them. */
    fault: z.string(),
  }),
  jobs: z.array(jobFigures),
  mail: mailState,
});
export type ServerStatus = z.output<typeof serverStatus>;

const MB = 1024 ** 2;
const GB = 1024 ** 3;
const roundToHundredths = (value: number) => Math.round(value * 100) / 100;

const inUnits = ({ total, used, percent }: z.output<typeof usage>, unit: number) => ({
  total: roundToHundredths(total / unit),
  used: roundToHundredths(used / unit),
  percent,
});

/** The figures that go-admin's monitor shows, in its units: memory in MB, disk in GB, network in KB, hours since boot. */
const goAdminStatus = z.object({
  location: z.string(),
  bootTime: z.number(),
  os: z.object({
    goOs: z.string(),
    arch: z.string(),
    hostName: z.string(),
    ip: z.string(),
    time: z.string(),
  }),
  cpu: z.object({
    cpuInfo: z.array(z.object({ modelName: z.string() })),
    percent: z.number(),
    cpuNum: z.number(),
  }),
  mem: usage,
  /** In bytes. */
  swap: usage,
  disk: usage,
  net: z.object({ in: z.number(), out: z.number() }),
});

function toGoAdminStatus(status: ServerStatus): z.output<typeof goAdminStatus> {
  const { at, os, cpu, mem, swap, disk, net } = status;
  return {
    location: '',
    bootTime: Math.floor((Date.parse(at) - Date.parse(os.bootTime)) / 3_600_000),
    os: { goOs: os.platform, arch: os.arch, hostName: os.hostName, ip: '', time: at },
    cpu: { cpuInfo: [{ modelName: cpu.model }], percent: cpu.percent, cpuNum: cpu.cpuNum },
    mem: inUnits(mem, MB),
    swap,
    disk: inUnits(disk, GB),
    net: { in: roundToHundredths(net.in / 1024), out: roundToHundredths(net.out / 1024) },
  };
}

export const monitor = {
  read: {
    method: 'GET',
    path: '/server-monitor',
    summary: '服务监控',
    permission: 'sysTools:serverMonitor:list',
    data: serverStatus,
    extraFields: { schema: goAdminStatus, derive: (data) => toGoAdminStatus(data as ServerStatus) },
  },
} as const satisfies Endpoints;
