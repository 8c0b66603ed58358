#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/*
 * `npm run test:dates [-- arguments of vitest]` runs the tests of functions and components on other days and in other time zones.
 * Stops at the first failure.
 */
const days = [
  ['2026-12-24T12:00:00+08:00', 'UTC'],
  ['2027-01-02T12:00:00+08:00', 'America/Los_Angeles'],
  // The day ends in Shanghai while the tests run.
  ['2027-02-28T23:59:30+08:00', 'Asia/Shanghai'],
  ['2028-02-29T23:59:30+08:00', 'UTC'],
  ['2028-02-29T23:59:30+08:00', 'America/Los_Angeles'],
];
const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');
const projects = ['unit', 'ui', 'ui-apart'].flatMap((name) => ['--project', name]);

for (const [day, zone] of days) {
  console.log(`\n${day}, ${zone}`);
  const env = { ...process.env, TEST_NOW: day, TZ: zone };
  const args = [vitest, 'run', ...projects, ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}
