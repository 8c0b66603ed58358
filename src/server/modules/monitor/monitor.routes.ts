import { monitor, type ServerStatus } from '#contract/system/monitor.ts';
import type { Database } from '#server/db/database.ts';
import { readJobFigures } from '#server/jobs/job-figures.queries.ts';
import { route, type App } from '#server/http/route.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { readFileStore } from '#server/modules/files/files.service.ts';
import type { DataDirectoryPath } from '#server/data-directory/data-directory.ts';
import type { MailSettings } from '#server/config/mail-settings.ts';
import { readMailFigures, readMailState } from '#server/modules/notifications/mail-figures.service.ts';
import { readDatabaseFigures } from './database-figures.queries.ts';
import { watchEventLoop } from './event-loop-delay.ts';
import { cachedFor } from '#server/system/cached-for.ts';
import { createHostReader, readDisk } from './host.ts';

const FRESH_MS = 1_000;
const FILES_FRESH_MS = 10_000;

/** The state of host, process, database and files. Concurrent readers share one reading per second. */
export function monitorRoutes(
  app: App,
  deps: { database: Database; dataDir: DataDirectoryPath; store: FileStore; mail: MailSettings | undefined },
): void {
  const { database, dataDir, store, mail } = deps;
  const eventLoop = watchEventLoop();
  app.http.addHook('onClose', () => eventLoop.stop());
  const readHost = createHostReader();
  const readStore = cachedFor(FILES_FRESH_MS, () => readFileStore(database, store));

  const status = cachedFor(FRESH_MS, async (): Promise<ServerStatus> => {
    const { rss, heapUsed, heapTotal } = process.memoryUsage();
    const delay = eventLoop.read();
    const [host, disk, databaseFigures, files, jobs, mails, mailState] = await Promise.all([
      readHost(),
      readDisk(dataDir),
      readDatabaseFigures(database),
      readStore(),
      readJobFigures(database.db),
      readMailFigures(database.db, app.clock()),
      readMailState(database.db, mail, app.clock()),
    ]);
    return {
      at: new Date().toISOString(),
      ...host,
      disk,
      process: {
        pid: process.pid,
        rss,
        heapUsed,
        heapTotal,
        version: app.version,
        node: process.version,
        uptimeSeconds: Math.round(process.uptime()),
        eventLoopDelayP50: delay.p50,
        eventLoopDelayP99: delay.p99,
      },
      database: databaseFigures,
      fileStore: files,
      jobs: [...jobs, mails],
      mail: mailState,
    };
  });
  route(app, monitor.read, status);
}
