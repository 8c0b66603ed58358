import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { findPackage, prepareBinaries } from './binaries.ts';
import { chooseDatabaseUser, type DatabaseUser } from './database-user.ts';

const run = promisify(execFile);

let root: string;
let installed: string;
let user: DatabaseUser;

/** The package as npm leaves it without install scripts: no links. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), '程序 '));
  await chmod(root, 0o711);
  installed = join(root, 'package');
  user = await chooseDatabaseUser(join(root, 'no cluster'));
  await cp(findPackage(), installed, {
    recursive: true,
    verbatimSymlinks: true,
    filter: async (path) => !(await lstat(path)).isSymbolicLink() && !path.endsWith('.a'),
  });
});

afterEach(async () => {
  await chmod(join(installed, 'native', 'lib'), 0o755);
  await rm(root, { recursive: true, force: true });
});

const version = async (program: string) => (await run(program, ['--version'], { ...user, cwd: '/' })).stdout;

it('creates the library links that are missing after an install without scripts', async () => {
  const program = join(installed, 'native', 'bin', 'initdb');
  await expect(version(program)).rejects.toThrow('loading shared libraries');
  await chmod(program, 0o644);

  const binaries = await prepareBinaries(user, join(root, 'copies'), installed);
  expect(binaries.initdb).toBe(program);
  expect(await version(binaries.initdb)).toContain('PostgreSQL) 18');
  expect(await version(binaries.postgres)).toContain('PostgreSQL) 18');
  expect(binaries.majorVersion).toBe('18');
});

it('makes one copy when the database user cannot read the installed package', async () => {
  // Root's database user cannot enter the package; an ordinary user, the owner here, cannot add the links.
  await chmod(join(installed, 'native', 'lib'), 0o555);
  if (process.getuid?.() === 0) await chmod(installed, 0o700);
  const copies = join(root, 'copies');

  const [first, second] = await Promise.all([
    prepareBinaries(user, copies, installed),
    prepareBinaries(user, copies, installed),
  ]);
  expect(first).toEqual(second);
  expect(first.initdb.startsWith(join(copies, 'postgres-18.'))).toBe(true);
  expect(await version(first.initdb)).toContain('PostgreSQL) 18');
  expect(await readdir(copies)).toHaveLength(1);

  const before = await stat(first.postgres);
  await prepareBinaries(user, copies, installed);
  expect((await stat(first.postgres)).ino).toBe(before.ino);
});
