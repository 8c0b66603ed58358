import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { buildApp } from '#server/app.ts';
import type { Config } from '#server/config/config.ts';
import { openDataDirectory } from '#server/data-directory/data-directory.ts';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { addNewMenus } from '#server/db/seed/new-menus.ts';
import { findCluster } from '#server/db/private-postgres/cluster.ts';
import { startPrivatePostgres } from '#server/db/private-postgres/private-postgres.ts';
import { createDiskSpaceCheck } from '#server/data-directory/disk-space.ts';
import { describeFileError, errorCode } from '#server/system/file-errors.ts';
import { answerWhileStarting } from './answer-while-starting.ts';
import { prepareFirstStart } from './first-start.ts';
import { createArchive } from '#server/modules/documents/archive.service.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { createFileStore } from '#server/modules/files/create-file-store.ts';
import { clearIncoming } from '#server/modules/files/sweep-files.service.ts';
import { announcePlacedOrders, beginAnnouncing } from '#server/modules/notifications/announce-orders.ts';
import { startMailSender } from '#server/modules/notifications/mail-sender.ts';
import { openMailTransport } from '#server/modules/notifications/mail-transport.ts';
import { createNotifier } from '#server/modules/notifications/notifications.service.ts';
import { createLogger } from '#server/logger.ts';
import { foldChanges } from '#server/modules/order-sums/fold-sums.service.ts';
import { foldParts } from '#server/modules/parts/fold-parts.service.ts';
import { addMissingSettings, createSettingsReader } from '#server/modules/settings/settings.service.ts';
import { StartError } from './start-error.ts';
import { startQueuedWork } from './queued-work.ts';
import { warnWithoutSharp } from '#server/system/load-sharp.ts';
import { repeatWork } from '#server/system/repeat-work.ts';
import { readVersion } from '#server/config/version.ts';
import { waitForDatabase } from './wait-for-database.ts';

/** Time for pending requests at shutdown. With the longest query, it stays within the 30 s that supervisors grant. */
const DRAIN_TIMEOUT_MS = 20_000;
const IDLE_CHECK_MS = 50;
/** Connections of the job queue, which runs one job of a kind at a time. */
const QUEUE_POOL = 2;
/** Interval at which each process removes the interrupted uploads on its machine's disk. */
const CLEAR_EVERY_MS = 3_600_000;
/** Staff are notified of placed orders within a second or two. */
const ANNOUNCE_EVERY_MS = 1_000;
/** Dashboards add up the changes that are not folded yet, so these must stay few. */
const FOLD_EVERY_MS = 5_000;

export interface RunningServer {
  /** `http://127.0.0.1:3000` */
  address: string;
  /** Printed for the operator: addresses, and on the first start the passwords. */
  banner: string[];
  logger: Logger;
  /** Stops cleanly: refuses new requests, finishes pending ones, closes the database. */
  stop: () => Promise<void>;
}

/**
 * Starts in this order: port, data directory, database, migrations, seed, new menus, listening. When a step fails,
 * everything started before is stopped.
 * @throws StartError whose message is one sentence for the operator
 */
export async function startServer(config: Config): Promise<RunningServer> {
  const logger = createLogger(config.logLevel);
  const closers: (() => Promise<void>)[] = [];
  // Runs every step even when an earlier one fails, so that no database keeps running.
  const closeAll = async () => {
    const failures: unknown[] = [];
    for (const close of closers.splice(0).toReversed()) await close().catch((error) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'not everything could be closed');
  };
  try {
    // Before anything is created: a taken port must not leave a new database behind.
    const startingResponder = await answerWhileStarting(config, logger).catch(explainListen(config));
    closers.push(() => startingResponder.close());
    const connectionString = config.databaseUrl ?? (await openPrivateDatabase(config, logger, closers));
    await migrateOrExplain(connectionString, logger);
    const firstStartLines = await prepareFirstStart(connectionString, config);
    const added = await addNewMenus(connectionString);
    if (added.length > 0) logger.info({ added }, 'the upgrade added menus');
    warnWithoutSharp(logger);
    if (!config.loginCaptcha) logger.warn('the captcha at sign-in is switched off (LOGIN_CAPTCHA)');

    const database = openDatabase(
      connectionString,
      config.databasePool,
      (error) => logger.warn({ err: error }, 'database connection lost'),
      (statement, ms) => logger.warn({ statement, ms }, 'slow statement'),
    );
    closers.push(() => database.close());
    await addMissingSettings(database.db);
    await beginAnnouncing(database.db);
    const origin = `http://${config.host}:${config.port}`;
    const store = await openFileStore(config);
    const storeFailure = await store.failure();
    if (storeFailure !== '') logger.warn({ failure: storeFailure }, 'the file store accepts no files');
    const hasDiskSpace =
      config.databaseUrl === undefined
        ? createDiskSpaceCheck(await findCluster(config.dataDir))
        : () => Promise.resolve(true);
    const archive = createArchive(
      { database, store, settings: createSettingsReader(database.db), origin, hasDiskSpace },
      { clock: () => new Date(), onError: (error) => logger.warn({ err: error }, 'document not archived') },
    );
    closers.push(() => archive.stop());
    // At shutdown, `isDraining` first makes the health check fail, so that load balancers stop sending requests;
    // `isStopping` then refuses new ones.
    let isDraining = false;
    let isStopping = false;
    const http = await buildApp({
      ...config,
      database,
      store,
      onPlaced: archive.add,
      logger,
      clock: () => new Date(),
      version: readVersion(),
      origin,
      pages: true,
      isStopping: () => isStopping,
      isDraining: () => isDraining,
      hasDiskSpace,
    });
    const notifier = createNotifier({ hasMail: config.mail !== undefined, origin });
    const queueDatabase = openDatabase(connectionString, QUEUE_POOL, (error) =>
      logger.warn({ err: error }, 'database connection of the job queue lost'),
    );
    closers.push(() => queueDatabase.close());
    const queued = await startQueuedWork({ database, queueDatabase, store, archive, notifier, logger });
    closers.push(() => queued.stop());
    const every = (ms: number, work: (signal: AbortSignal) => Promise<unknown>, failure: string) => {
      const task = repeatWork(ms, work, (error) => logger.warn({ err: error }, failure));
      closers.push(() => task.stop());
    };
    every(CLEAR_EVERY_MS, (signal) => clearIncoming(store, new Date(), signal), 'local files not removed');
    every(ANNOUNCE_EVERY_MS, () => announcePlacedOrders(database, new Date()), 'placed orders not announced');
    every(FOLD_EVERY_MS, (signal) => foldChanges(database, signal), 'sums of orders not folded');
    every(FOLD_EVERY_MS, (signal) => foldParts(database, signal), 'parts of orders not added to the library');
    if (config.mail) {
      const sender = startMailSender(database, {
        transport: await openMailTransport(config.mail),
        clock: () => new Date(),
        onError: (error) => logger.warn({ err: error }, 'mail not sent'),
      });
      closers.push(() => sender.stop());
    }
    closers.push(async () => {
      isDraining = true;
      await delay(config.drainMs);
      isStopping = true;
      await drain(http, logger);
    });
    await startingResponder.close();
    const address = await http.listen({ host: config.host, port: config.port }).catch(explainListen(config));
    const banner = [
      ...firstStartLines,
      ...(storeFailure === '' ? [] : [`附件暂时无法保存：${storeFailure}。`]),
      `智造报价已就绪：报价 ${address}/  管理后台 ${address}/admin`,
    ];
    let closing: Promise<void> | undefined;
    return { address, banner, logger, stop: () => (closing ??= closeAll()) };
  } catch (error) {
    await closeAll().catch((closing: unknown) => logger.error({ err: closing }, 'closing failed'));
    throw error;
  }
}

async function openPrivateDatabase(
  config: Config,
  logger: Logger,
  closers: (() => Promise<void>)[],
): Promise<ConnectionString> {
  const dataDirectory = await openDataDirectory(config.dataDir);
  closers.push(() => dataDirectory.release());
  const postgres = await startPrivatePostgres({ dataDirectory, logger });
  closers.push(() => postgres.stop());
  postgres.onRestart(() => logger.warn('the private database is back'));
  return postgres.connectionString;
}

async function openFileStore({ fileStore, dataDir }: Config): Promise<FileStore> {
  const store = createFileStore(fileStore, dataDir);
  try {
    await store.open();
    return store;
  } catch (cause) {
    throw new StartError(`存放文件的目录 ${store.incoming} 无法使用：${describeFileError(cause)}。`, {
      cause,
    });
  }
}

async function migrateOrExplain(connectionString: ConnectionString, logger: Logger): Promise<void> {
  try {
    await waitForDatabase(connectionString, logger);
    const granted = await migrate(connectionString);
    if (granted.length > 0)
      logger.info({ granted }, 'the upgrade granted roles the permissions of new buttons');
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`数据库无法使用或升级：${detail}。`, { cause });
  }
}

const explainListen =
  ({ host, port }: Config) =>
  (error: unknown): never => {
    const reason = listenReasons[errorCode(error) ?? ''] ?? String(error);
    throw new StartError(`无法监听 ${host}:${port}：${reason}。`, { cause: error });
  };

const listenReasons: Record<string, string> = {
  EADDRINUSE: '已被其他程序占用，请用 PORT 指定其他端口',
  EACCES: '没有权限使用，请用 PORT 指定 1024 以上的端口',
  EADDRNOTAVAIL: '不是本机的地址，请检查 HOST',
  ENOTFOUND: '无法解析，请检查 HOST',
};

/**
 * Stops accepting connections and finishes pending requests. Keep-alive connections are closed as soon as they are
 * idle, busy ones after 20 s.
 */
async function drain(http: FastifyInstance, logger: Logger): Promise<void> {
  const idle = setInterval(() => http.server.closeIdleConnections(), IDLE_CHECK_MS);
  const timeout = setTimeout(() => {
    logger.warn(`requests were still running after ${DRAIN_TIMEOUT_MS / 1000} s: closing anyway`);
    http.server.closeAllConnections();
  }, DRAIN_TIMEOUT_MS);
  try {
    await http.close();
  } finally {
    clearInterval(idle);
    clearTimeout(timeout);
  }
}
