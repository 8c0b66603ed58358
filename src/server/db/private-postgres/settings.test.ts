import { expect, test } from 'vitest';
import { reportsSyncErrors } from './settings.ts';

test.each([
  ['linux', '6.18.44-fc-v782', true],
  ['linux', '5.8.0', true],
  ['linux', '5.10.0-28-amd64', true],
  ['linux', '5.4.0-150-generic', false],
  ['linux', '4.19.0', false],
  ['linux', '', false],
  ['darwin', '24.1.0', false],
  ['win32', '10.0.22631', false],
] as const)(
  'crash recovery syncs the whole file system at once on %s %s: %s',
  (platform, release, isUsed) => {
    expect(reportsSyncErrors(platform, release)).toBe(isUsed);
  },
);
