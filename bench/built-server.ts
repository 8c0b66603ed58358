import type { Browser } from 'playwright-core';
import type { DataDirectoryPath } from '#server/data-directory/data-directory.ts';
import { launchBrowser } from '../tests/support/browser/browser.ts';
import {
  createTemporaryDirectory,
  killLeftovers,
  runServer,
  type ServerProcess,
} from '../tests/support/processes/run-server.ts';

/** Gives `work` a data directory for its servers. Afterwards removes the directory and ends their processes. */
export async function inDataDirectory<T>(work: (dataDir: DataDirectoryPath) => Promise<T>): Promise<T> {
  const directory = await createTemporaryDirectory('quotemill-built-');
  const dataDir = directory.at('data');
  try {
    return await work(dataDir);
  } finally {
    await killLeftovers(dataDir);
    await directory.remove();
  }
}

/** Runs the built server on an empty directory during `work`. */
export const withServer = <T>(
  work: (server: ServerProcess, dataDir: DataDirectoryPath) => Promise<T>,
): Promise<T> =>
  inDataDirectory(async (dataDir) => {
    const server = await runServer(dataDir);
    const result = await work(server, dataDir);
    await server.stop();
    return result;
  });

/** Like `withServer`, with a browser. */
export async function withServerAndBrowser<T>(
  work: (server: ServerProcess, browser: Browser) => Promise<T>,
): Promise<T> {
  const browser = await launchBrowser();
  try {
    return await withServer((server) => work(server, browser));
  } finally {
    await browser.close();
  }
}
