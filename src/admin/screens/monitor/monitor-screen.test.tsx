import { focusManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ServerStatus } from '#contract/system/monitor.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin } from '../../app/open-admin.test-data.tsx';

const GB = 1024 ** 3;
const status: ServerStatus = {
  at: '2026-11-20T02:00:00Z',
  os: {
    platform: 'linux',
    arch: 'x64',
    hostName: 'shop',
    release: '6.1',
    bootTime: '2026-11-01T00:00:00Z',
  },
  cpu: { model: 'CPU', cpuNum: 2, percent: 12.5, load1: 0.5 },
  mem: { total: 8 * GB, used: 4 * GB, percent: 50 },
  swap: { total: 0, used: 0, percent: 0 },
  disk: { path: '/data', total: 100 * GB, used: 96 * GB, percent: 96 },
  net: { in: 2048, out: 1024 },
  process: {
    pid: 7,
    uptimeSeconds: 3600,
    rss: GB,
    heapUsed: GB / 2,
    heapTotal: GB,
    eventLoopDelayP50: 1,
    eventLoopDelayP99: 9,
    version: '0.1.0',
    node: 'v20',
  },
  database: {
    version: '18',
    size: GB,
    connections: 5,
    maxConnections: 100,
    cacheHitPercent: 99.9,
    startedAt: '2026-11-20T01:00:00Z',
    largestTables: [{ name: 'orders', size: GB, rows: 200_000 }],
    slowestStatements: [{ statement: 'select 1', calls: 3, meanMs: 1, maxMs: 2 }],
  },
  mail: { isOn: true, from: 'quote@example.com', waiting: 1, failed: 0, lastFailure: '550 not you' },
  fileStore: { kind: 'disk', files: 3, size: 1024, isHealthy: true, fault: '' },
  jobs: [
    { name: 'sweep-rows', waiting: 2, running: 1, failed: 0, oldestSeconds: 95 },
    { name: 'remind-expiring', waiting: 0, running: 0, failed: 3, oldestSeconds: 0 },
    { name: 'send-mail', waiting: 1, running: 0, failed: 0, oldestSeconds: 95, lastFailure: '550 not you' },
  ],
};

const PERIOD_MS = 5_000;
const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
});

test('the page polls every five seconds while it is visible, and stops when it is hidden or left', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const page = openAdmin('/admin/sys-tools/monitor', { answers: { 'GET /server-monitor': ok(status) } });
  const asked = () => page.sentTo('GET /server-monitor').length;
  await screen.findByRole('region', { name: '处理器' });
  let before = asked();
  await passes(4 * PERIOD_MS);
  expect(asked() - before).toBeGreaterThanOrEqual(3);

  act(() => focusManager.setFocused(false));
  before = asked();
  await passes(10 * PERIOD_MS);
  expect(asked()).toBe(before);

  act(() => focusManager.setFocused(true));
  await passes(1);
  expect(asked()).toBe(before + 1);

  await act(() => page.router.navigate('/admin'));
  await waitFor(() => expect(screen.queryByRole('region', { name: '处理器' })).toBeNull());
  before = asked();
  await passes(10 * PERIOD_MS);
  expect(asked()).toBe(before);
});

test('figures have readable units; queued jobs show kind, failures and age', async () => {
  openAdmin('/admin/sys-tools/monitor', { answers: { 'GET /server-monitor': ok(status) } });
  const disk = await screen.findByRole('region', { name: '磁盘' });
  expect(disk.textContent).toContain('96%');
  expect(disk.textContent).toContain('96 GB / 100 GB');
  expect((await screen.findByRole('region', { name: '最大的表' })).textContent).toContain('200,000');
  expect((await screen.findByRole('region', { name: '最慢的语句' })).textContent).toContain('select 1');
  const jobs = await screen.findByRole('region', { name: '后台任务' });
  const rows = within(jobs)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows).toContain('清理过期数据211 分钟0');
  expect(rows).toContain('提醒即将过期的报价00—3');
  expect(rows).toContain('发送邮件最近一次失败：550 not you101 分钟0');
});

test('the mail card shows its state, the last failure and the answer to a test message', async () => {
  openAdmin('/admin/sys-tools/monitor', {
    answers: {
      'GET /server-monitor': ok(status),
      'POST /set-config/mail-test': ok({ recipient: 'me@example.com', answer: '250 queued' }),
    },
  });
  const card = within(await screen.findByRole('region', { name: '邮件' }));
  expect(card.getByText(/^已启用，发件人 quote@example.com；等待发送 1 封/)).toBeTruthy();
  expect(card.getByRole('alert').textContent).toContain('550 not you');
  fireEvent.click(card.getByRole('button', { name: '发送测试邮件到我的邮箱' }));
  expect((await card.findByRole('status')).textContent).toContain(
    'me@example.com 的测试邮件，它的答复：250 queued',
  );
});
