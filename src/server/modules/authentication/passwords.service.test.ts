import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hashPassword, weakenHashes, verifyPassword } from './passwords.service.ts';

const password = 'correct horse 1';

/** The hash made by a process without the set-up of the tests. */
async function hashOfServer(env: Record<string, string> = {}): Promise<string> {
  const module = JSON.stringify(new URL('passwords.service.ts', import.meta.url).href);
  const code = `const { hashPassword } = await import(${module}); console.log(await hashPassword('${password}'));`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } });
  return stdout.trim();
}

test('a server hashes with argon2id, 19 MiB and two passes, also in the test environment', async () => {
  const hash = await hashOfServer({ NODE_ENV: 'test', VITEST: 'true' });
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  // A hash names its own parameters, so one with others stays valid.
  expect(await verifyPassword(hash, password, 'server')).toBe(true);
  expect(await verifyPassword(hash, `${password}2`, 'server')).toBe(false);
});

test('tests in this process use weaker hashes', async () => {
  weakenHashes();
  const hash = await hashPassword(password);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/);
  expect(await verifyPassword(hash, password, 'server')).toBe(true);
});
