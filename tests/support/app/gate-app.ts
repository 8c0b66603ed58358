import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { AppOptions } from '#server/app.ts';
import { staticPages } from '#server/http/static-pages.ts';
import { createLogger } from '#server/logger.ts';
import { createArchive } from '#server/modules/documents/archive.service.ts';
import { createFileStore } from '#server/modules/files/create-file-store.ts';
import { announcePlacedOrders, beginAnnouncing } from '#server/modules/notifications/announce-orders.ts';
import { createSettingsReader } from '#server/modules/settings/settings.service.ts';
import type { Api, WireAnswer, WireRequest } from './api.ts';
import { exchangeOverHttp } from '../processes/served-app.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/**
 * The app in this process for bars: answers like the built server, with a port for raw bytes and its log. What the server
 * does in the background runs only when a bar calls it, so nothing else is written and nothing is waited for.
 */
export interface GateApp extends TestApp {
  /** `http://127.0.0.1:43210` */
  address: string;
  port: number;
  /** The lines logged so far. */
  log(): string;
  /** Sends a request unchanged, over the port. */
  exchange(request: WireRequest): Promise<WireAnswer>;
}

export interface GateOptions extends Partial<Omit<AppOptions, 'logger' | 'pages'>> {
  /** Serves pages and assets with names like the build's, without a build. */
  hasPages?: boolean;
}

/** Starts the app with the first start's data. Needs the set-up postgres-setup.ts. */
export async function createGateApp({ hasPages = false, ...options }: GateOptions = {}): Promise<GateApp> {
  const lines: string[] = [];
  const logger = createLogger('trace', { write: (line: string) => void lines.push(line) });
  const app = await createTestApp({ ...options, logger });
  await beginAnnouncing(app.database.db);
  const client = hasPages ? await makeClient() : undefined;
  if (client !== undefined) await staticPages(app.http, client);
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...app,
    address,
    port: Number(new URL(address).port),
    log: () => lines.join(''),
    exchange: (wire) => exchangeOverHttp(address, wire),
    async close() {
      await app.close();
      if (client !== undefined) await rm(client, { recursive: true, force: true });
    },
  };
}

/** Files that the gate's client has instead of a build's. */
export const madeAssets = {
  script: 'index-1a2b3c4d.js',
  modelReader: 'read-model.worker-1a2b3c4d.js',
  styles: 'index-1a2b3c4d.css',
} as const;

async function makeClient(): Promise<string> {
  const client = await mkdtemp(join(tmpdir(), 'quotemill-client-'));
  await mkdir(join(client, 'assets'));
  const page = (attribute: string) =>
    `<!doctype html><title>智造报价</title><script>document.title</script><script>window.name</script><style${attribute}></style>`;
  await writeFile(join(client, 'index.html'), page(''));
  await writeFile(join(client, 'admin.html'), page(' nonce="__CSP_NONCE__"'));
  for (const name of Object.values(madeAssets)) await writeFile(join(client, 'assets', name), '/* made */');
  return client;
}

/** Archives the documents of the placed orders, which the server does in the background. */
export async function archivePlaced({ database, dataDir, http }: GateApp): Promise<void> {
  const store = createFileStore({ kind: 'disk' }, dataDir);
  const settings = createSettingsReader(database.db);
  const archive = createArchive(
    { database, store, settings, origin: 'https://quote.test', hasDiskSpace: () => Promise.resolve(true) },
    { clock: () => new Date(), onError: (error) => http.log.warn({ err: error }, 'document not archived') },
  );
  // As if the process that placed them had stopped; failed documents are retried.
  const later = new Date(Date.now() + 10 * 60_000);
  const { signal } = new AbortController();
  const isDone = async () => expect(await archive.catchUp(later, signal)).toBe(0);
  await vi.waitFor(isDone, { timeout: 90_000, interval: 100 });
  await archive.stop();
}

/** Notifies staff of the placed orders, which the server does every second. */
export const announceOrders = ({ database }: Pick<Api, 'database'>): Promise<number> =>
  announcePlacedOrders(database, new Date());
