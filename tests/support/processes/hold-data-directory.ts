import { openDataDirectory, toDataDirectoryPath } from '#server/data-directory/data-directory.ts';

/**
 * A process for the lock's tests: waits for a line on stdin (so that several start at the same instant), opens the
 * directory given as argument, prints `held` or the refusal, and stays until its stdin ends.
 */
process.stdout.write('waiting\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
try {
  const directory = await openDataDirectory(toDataDirectoryPath(process.argv[2] ?? ''));
  process.stdout.write('held\n');
  process.stdin.on('end', () => void directory.release());
} catch (error) {
  process.stdout.write(`refused ${error instanceof Error ? error.message : String(error)}\n`);
  process.stdin.destroy();
}
