import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type Sharp from 'sharp';
import { packageRoot } from '#server/package-root.ts';

/**
 * Imports the image library on first use, because it takes 20 MB. Undefined where it does not load: it is native code
 * that needs a processor with x86-64-v2 and an optional package for the platform.
 */
export async function loadSharp(): Promise<typeof Sharp | undefined> {
  try {
    const { default: sharp } = await import('sharp');
    return sharp;
  } catch {
    return undefined;
  }
}

const MISSING =
  'the picture library (sharp) does not load: avatars, seals and small pictures are unavailable, everything else works. It needs a processor with x86-64-v2 (on a virtual machine: CPU type "host") and the optional npm packages (npm ci --include=optional)';
const CHECK_WITHIN_MS = 60_000;

/** Warns once where the library does not load. Tries it in another process, to save memory in this one. */
export function warnWithoutSharp(logger: Logger): void {
  execFile(
    process.execPath,
    ['--input-type=module', '--eval', "await import('sharp')"],
    { cwd: fileURLToPath(packageRoot), timeout: CHECK_WITHIN_MS },
    (error) => {
      if (error && !error.killed) logger.warn(MISSING);
    },
  ).unref();
}
