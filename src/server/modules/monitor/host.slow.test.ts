import { expect, test } from 'vitest';
import { createHostReader } from './host.ts';

test('the machine is described without starting a process', async () => {
  const readHost = createHostReader();
  const first = await readHost();
  const busyUntil = performance.now() + 50;
  while (performance.now() < busyUntil);
  const { os, cpu, mem, swap, net } = await readHost();
  expect(os).toMatchObject({ arch: process.arch, platform: first.os.platform });
  expect(os.platform).not.toMatch(/["=]/);
  expect(Date.parse(os.bootTime)).toBeLessThan(Date.now());
  expect(cpu.model).not.toBe('');
  expect(cpu.percent).toBeGreaterThan(0);
  expect(cpu.percent).toBeLessThanOrEqual(100);
  for (const share of [mem, swap]) expect(share.used).toBeLessThanOrEqual(share.total);
  for (const rate of [net.in, net.out]) expect(rate).toBeGreaterThanOrEqual(0);
});
