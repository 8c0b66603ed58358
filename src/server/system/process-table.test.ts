import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, it } from 'vitest';

import { findProcess, sendSignal } from './process-table.ts';

it('finds this process with a stable start time', async () => {
  const first = await findProcess(process.pid);
  expect(first).toBeDefined();
  expect(await findProcess(process.pid)).toEqual(first);
});

it('does not find or signal an ended process', async () => {
  const child = spawn('true');
  await once(child, 'exit');
  expect(await findProcess(child.pid!)).toBeUndefined();
  expect(sendSignal(child.pid!, 'SIGTERM')).toBe(false);
});

it.runIf(process.platform === 'linux')('counts a zombie process as ended', async () => {
  // the shell becomes `sleep`, which never collects its child
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.2 & echo "$!"; exec sleep 60']);
  try {
    const [output] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(output.toString());
    await expect.poll(() => findProcess(pid)).toBeUndefined();
    expect(sendSignal(pid, 'SIGCONT')).toBe(true); // it is still in the process table
  } finally {
    parent.kill('SIGKILL');
  }
});
