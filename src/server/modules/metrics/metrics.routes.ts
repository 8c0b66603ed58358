import { timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '#server/db/database.ts';
import { readJobFigures } from '#server/jobs/job-figures.queries.ts';
import { AppError } from '#server/http/app-error.ts';
import { codeOf } from '#server/http/request-log.ts';
import { timeLimit } from '#server/system/time-limit.ts';

export interface MetricsOptions {
  database: Database;
  version: string;
  /** The bearer token that readers send; without one, the metrics are not served. */
  token: string | undefined;
}

/** A database that hangs must not keep the other figures from being read. */
const JOBS_TIMEOUT_MS = 1_000;
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * `/metrics` in Prometheus' text format: requests by route (its pattern, never an id), their duration, the connection
 * pool, the job queue, and prom-client's process metrics. Without the database, those of the queue are missing.
 */
export function metricsRoutes(
  http: FastifyInstance,
  { database: { db, pool }, version, token }: MetricsOptions,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: 'quotemill_http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'code'],
    registers,
  });
  const durations = new Histogram({
    name: 'quotemill_http_request_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: BUCKETS_S,
    registers,
  });
  const createGauge = (name: string, help: string, ...labels: string[]) =>
    new Gauge({ name: `quotemill_${name}`, help, labelNames: labels, registers });
  const connections = createGauge(
    'database_connections',
    "Connections of this process' pool by state, and requests waiting for one",
    'state',
  );
  createGauge('build_info', 'Version of the software', 'version').set({ version }, 1);
  const jobs = createGauge('jobs', 'Queued jobs by kind and state', 'kind', 'state');
  const oldestJob = createGauge(
    'jobs_oldest_seconds',
    'How long the oldest waiting job of a kind has been due',
    'kind',
  );
  async function setJobs(): Promise<void> {
    const pendingFigures = readJobFigures(db).catch(() => []);
    const figures = await Promise.race([
      pendingFigures,
      delay(timeLimit(JOBS_TIMEOUT_MS), [], { ref: false }),
    ]);
    jobs.reset();
    oldestJob.reset();
    for (const { name: kind, waiting, running, failed, oldestSeconds } of figures) {
      jobs.set({ kind, state: 'waiting' }, waiting);
      jobs.set({ kind, state: 'running' }, running);
      jobs.set({ kind, state: 'failed' }, failed);
      oldestJob.set({ kind }, oldestSeconds);
    }
  }

  http.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    requests.inc({ method: request.method, route, code: codeOf(reply) });
    durations.observe({ method: request.method, route }, reply.elapsedTime / 1_000);
    done();
  });
  http.get('/metrics', { config: { isExemptFromLimits: true } }, async (request, reply) => {
    if (!mayRead(request, token)) throw new AppError('route.not_found');
    connections.set({ state: 'idle' }, pool.idleCount);
    connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    connections.set({ state: 'waiting' }, pool.waitingCount);
    await setJobs();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Checks the token, not the IP address: requests through a proxy on this machine would look local. */
const mayRead = ({ headers }: FastifyRequest, token: string | undefined): boolean =>
  token !== undefined && isSame(headers.authorization ?? '', `Bearer ${token}`);

function isSame(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
