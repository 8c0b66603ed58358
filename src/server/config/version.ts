import { existsSync, readFileSync } from 'node:fs';
import { packageRoot } from '#server/package-root.ts';

/** The package's version, followed by the first digits of the build's hash in a build. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as {
    version: string;
  };
  const stamp = new URL('dist/.stamp', packageRoot);
  return existsSync(stamp) ? `${version}+${readFileSync(stamp, 'utf8').slice(0, 8)}` : version;
}
