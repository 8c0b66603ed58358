import { expect, test } from 'vitest';
import type { ServerStatus } from '#contract/system/monitor.ts';
import { samples, upload } from '#tests/support/data/files.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

test('the monitor reports machine, process, database and files', async () => {
  const app = await createTestApp();
  try {
    const { size } = (await upload(app, '图纸.pdf', samples.pdf)).data as { size: number };
    const answer = await app.send('GET', '/server-monitor', { as: 'admin' });
    expect(answer).toMatchObject({ status: 200 });
    const status = answer.data as ServerStatus;
    expect(status.fileStore).toStrictEqual({ kind: 'disk', files: 1, size, isHealthy: true, fault: '' });
    expect(status.cpu.cpuNum).toBeGreaterThan(0);
    for (const share of [status.mem, status.disk]) {
      expect(share.total).toBeGreaterThan(share.used);
      expect(share.percent).toBeCloseTo((share.used / share.total) * 100, 0);
    }
    expect(status.process).toMatchObject({ pid: process.pid, version: '0.0.0-test', node: process.version });
    expect(status.process.eventLoopDelayP99).toBeGreaterThanOrEqual(status.process.eventLoopDelayP50);
    expect(status.jobs).toContainEqual({
      name: 'sweep-rows',
      waiting: 0,
      running: 0,
      failed: 0,
      oldestSeconds: 0,
    });
    expect(status.jobs.at(-1)).toMatchObject({ name: 'send-mail', waiting: 0, failed: 0, lastFailure: '' });
    const { database } = status;
    expect(database.size).toBeGreaterThan(1_000_000);
    expect(database.connections).toBeGreaterThan(0);
    expect(database.connections).toBeLessThanOrEqual(database.maxConnections);
    expect(database.cacheHitPercent).toBeGreaterThan(0);
    expect(Date.parse(database.startedAt)).toBeLessThan(Date.now());
    expect(database.largestTables.map((table) => table.name)).toContain('material_process');
    expect(database.slowestStatements.length).toBeGreaterThan(0);
    for (const { calls, meanMs, maxMs } of database.slowestStatements) {
      expect(calls).toBeGreaterThan(0);
      expect(maxMs).toBeGreaterThanOrEqual(meanMs);
    }
  } finally {
    await app.close();
  }
});
