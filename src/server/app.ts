import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { DataDirectoryPath } from './data-directory/data-directory.ts';
import type { Database } from './db/database.ts';
import { openPermits } from './db/permits.ts';
import { createThrottles } from './fairness/limits.ts';
import { createHttpServer, type WireOptions } from './http/http-server.ts';
import type { LoadLimits } from '#server/fairness/load-shedding.ts';
import { logRequests } from './http/request-log.ts';
import { openApiDocument } from './http/openapi.ts';
import { renderReferencePage } from './http/reference-page.ts';
import type { App, Clock } from './http/route.ts';
import { pagesVersion, staticPages } from './http/static-pages.ts';
import { createAccess } from './modules/access/access.service.ts';
import { calibrationRoutes } from './modules/price-table/calibration/calibration.routes.ts';
import { catalogueRoutes } from './modules/catalogue/catalogue.routes.ts';
import { createCatalogueReader } from './modules/catalogue/catalogue.service.ts';
import { createCostBookReader } from './modules/costs/cost-book.service.ts';
import { dashboardRoutes } from './modules/dashboards/dashboards.routes.ts';
import { defaultConfigRoutes } from './modules/default-configs/default-configs.routes.ts';
import { dictDataRoutes } from './modules/dictionaries/dict-data.routes.ts';
import { dictTypeRoutes } from './modules/dictionaries/dict-types.routes.ts';
import { documentRoutes } from './modules/documents/documents.routes.ts';
import type { FileStore } from './modules/files/file-store.ts';
import { createFileStore } from './modules/files/create-file-store.ts';
import { fileRoutes } from './modules/files/files.routes.ts';
import { filePermits } from './modules/files/files.service.ts';
import { healthRoutes } from './modules/health/health.routes.ts';
import { listViewRoutes } from './modules/list-views/list-views.routes.ts';
import { logRoutes } from './modules/logs/logs.routes.ts';
import { createOperationLog } from './modules/logs/operation-log.ts';
import { searchRoutes } from './modules/search/search.routes.ts';
import { todayRoutes } from './modules/today/today.routes.ts';
import { userRoutes } from './modules/users/users.routes.ts';
import { roleRoutes } from './modules/roles/roles.routes.ts';
import { menuRoutes } from './modules/menus/menus.routes.ts';
import { companyRoutes } from './modules/depts/companies.routes.ts';
import { deptRoutes } from './modules/depts/depts.routes.ts';
import { metricsRoutes } from './modules/metrics/metrics.routes.ts';
import { modelRoutes } from './modules/models/models.routes.ts';
import { monitorRoutes } from './modules/monitor/monitor.routes.ts';
import { mailRoutes } from './modules/notifications/mail.routes.ts';
import { createNotifier } from './modules/notifications/notifications.service.ts';
import { createNotificationStreams } from './modules/notifications/notification-streams.ts';
import { notificationRoutes } from './modules/notifications/notifications.routes.ts';
import { orderMessageRoutes } from './modules/orders/messages/order-messages.routes.ts';
import { orderRoutes } from './modules/orders/orders.routes.ts';
import { quoteDeskRoutes } from './modules/orders/desk/quote-desk.routes.ts';
import { createQuotationQuota } from './modules/orders/placing/quotation-quota.service.ts';
import { partRoutes } from './modules/parts/parts.routes.ts';
import { pictureRoutes } from './modules/pictures/pictures.routes.ts';
import { postRoutes } from './modules/posts/posts.routes.ts';
import { costRoutes } from './modules/price-table/costs/costs.routes.ts';
import { priceDraftRoutes } from './modules/price-table/price-drafts.routes.ts';
import { priceVersionRoutes } from './modules/price-table/price-versions.routes.ts';
import { priceHistoryRoutes } from './modules/price-table/price-history.routes.ts';
import { priceTableRoutes } from './modules/price-table/price-table.routes.ts';
import { replayRoutes } from './modules/replay/replays.routes.ts';
import { shadowRunRoutes } from './modules/replay/shadow-runs.routes.ts';
import { profileRoutes } from './modules/profile/profile.routes.ts';
import { quoteRoutes } from './modules/quotes/quotes.routes.ts';
import { onlineSessionRoutes } from './modules/authentication/online-sessions.routes.ts';
import { secondFactorRoutes } from './modules/authentication/second-factor.routes.ts';
import { authenticationRoutes } from './modules/authentication/authentication.routes.ts';
import { createGuessingAlarm } from './modules/authentication/guessing-alarm.service.ts';
import { createLoginLog } from './modules/authentication/login-log.service.ts';
import { countRequest } from './fairness/stored-throttle.ts';
import { configRoutes } from './modules/configs/configs.routes.ts';
import { settingsRoutes } from './modules/configs/settings.routes.ts';
import { shareRoutes } from './modules/shares/shares.routes.ts';
import { createSettingsReader } from './modules/settings/settings.service.ts';
import type { MailSettings } from './config/mail-settings.ts';
import { packageRoot } from './package-root.ts';

export interface AppOptions {
  database: Database;
  logger: FastifyBaseLogger;
  clock: Clock;
  version: string;
  /** Where the server listens, e.g. `http://127.0.0.1:3000`. */
  origin: string;
  /** Used by the default file store and for the monitor's disk figures. */
  dataDir: DataDirectoryPath;
  /** An open file store; defaults to a directory below `dataDir`. */
  store?: FileStore;
  /** Called after an order is placed and committed. */
  onPlaced?: (orderId: number) => void;
  loginCaptcha: boolean;
  /** If absent, customers get no mail. */
  mail?: MailSettings | undefined;
  trustProxy: boolean | string[];
  /** Serves `/docs` and `/openapi.json`. */
  docs: boolean;
  /** Serves the built pages. */
  pages: boolean;
  /** The bearer token for `/metrics`, which is not served without one. */
  metricsToken?: string | undefined;
  isStopping?: () => boolean;
  /** `/readyz` reports not ready while requests are still answered. */
  isDraining?: () => boolean;
  /** Overrides the default load limits. */
  limits?: LoadLimits;
  /** Whether the private database's disk has more free space than its reserve. */
  hasDiskSpace?: () => Promise<boolean>;
}

/** Builds the service without a port: tests inject requests, `startServer` listens. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, logger, clock, version, dataDir, loginCaptcha, trustProxy } = options;
  const { store = createFileStore({ kind: 'disk' }, dataDir) } = options;
  const { isStopping = () => false, isDraining = () => false } = options;
  const wire: WireOptions = { statusMirrorsCode: true };
  const clientDir = options.pages ? fileURLToPath(new URL('dist/client/', packageRoot)) : undefined;
  const http = createHttpServer({
    logger,
    trustProxy,
    isStopping,
    isDraining,
    limits: options.limits,
    wire,
    pages: clientDir && pagesVersion(clientDir),
  });
  logRequests(http);
  metricsRoutes(http, { database, version, token: options.metricsToken });
  const settings = createSettingsReader(database.db, (values) => {
    wire.statusMirrorsCode = values['wire.statusMirrorsCode'];
  });
  const catalogue = createCatalogueReader(database);
  const hasDiskSpace = options.hasDiskSpace ?? (() => Promise.resolve(true));
  const loginLog = createLoginLog({
    hasDiskSpace,
    onSkipped: ({ username, ip, msg }) =>
      logger.warn({ username, ip, msg }, 'disk nearly full: sign-in not in the log'),
  });
  const throttles = createThrottles({
    countShared: (key, limit, windowS, now) => countRequest(database.db, key, limit, windowS, now),
    onUncounted: (error) => logger.warn({ err: error }, 'request of an address not counted'),
    onRefused(name, origin) {
      if (!name.startsWith('login')) return;
      // Refused before the body is read, so the user name is unknown.
      loginLog
        .writeThrottled(database.db, origin, '')
        .catch((error: unknown) => logger.warn({ err: error }, 'login log not written'));
    },
  });
  const app: App = {
    http,
    access: createAccess(database, settings, (error) =>
      logger.warn({ err: error }, 'last use of a session not recorded'),
    ),
    operationLog: createOperationLog(database, {
      hasDiskSpace,
      onPostponed: (row) => logger.warn({ operation: row }, 'disk nearly full: operation logged later'),
      onError: (error) => logger.error({ err: error }, 'operation log not written'),
    }),
    clock,
    version,
    hasDiskSpace,
  };

  const notifier = createNotifier({ hasMail: options.mail !== undefined, origin: options.origin });
  const guessingAlarm = createGuessingAlarm({
    database,
    loginLog,
    hasDiskSpace,
    warnOwner: (tx, userId, now) => notifier.passwordGuessed(tx, userId, now),
    onError: (error, userId) => logger.error({ err: error, userId }, 'owner not warned of wrong passwords'),
  });
  // Runs after the last request has ended.
  http.addHook('onClose', () => guessingAlarm.settle());
  const authentication = { database, settings, loginCaptcha, loginLog, throttles, guessingAlarm };
  authenticationRoutes(app, authentication);
  secondFactorRoutes(app, authentication);
  onlineSessionRoutes(app, database);
  logRoutes(app, database);
  settingsRoutes(app, { database, loginCaptcha, hasMail: options.mail !== undefined });
  mailRoutes(app, { database, mail: options.mail });
  configRoutes(app, database);
  dictTypeRoutes(app, database);
  dictDataRoutes(app, database);
  profileRoutes(app, database);
  listViewRoutes(app, database);
  pictureRoutes(app, database);
  userRoutes(app, database);
  roleRoutes(app, database);
  menuRoutes(app, database);
  deptRoutes(app, database);
  companyRoutes(app, database);
  postRoutes(app, database);
  dashboardRoutes(app, database, settings);
  todayRoutes(app, { database, settings, hasMail: options.mail !== undefined });
  searchRoutes(app, database);
  monitorRoutes(app, { database, dataDir, store, mail: options.mail });
  catalogueRoutes(app, database, { catalogue, settings });
  priceTableRoutes(app, database);
  priceDraftRoutes(app, database);
  priceHistoryRoutes(app, database);
  priceVersionRoutes(app, database);
  costRoutes(app, database);
  calibrationRoutes(app, database);
  replayRoutes(app, database);
  shadowRunRoutes(app, database);
  defaultConfigRoutes(app, { db: database.db, catalogue });
  quoteRoutes(app, { database, catalogue, settings });
  const onPlaced = options.onPlaced ?? (() => undefined);
  orderRoutes(app, {
    database,
    catalogue,
    costs: createCostBookReader(database),
    settings,
    quota: createQuotationQuota(database.db),
    notifier,
    onPlaced,
  });
  quoteDeskRoutes(app, { database, catalogue, settings });
  partRoutes(app, database);
  orderMessageRoutes(app, { database, settings, notifier });
  documentRoutes(app, { database, settings, origin: options.origin, hasDiskSpace, throttles });
  const permits = openPermits(database.pool, (error) =>
    logger.warn({ err: error }, 'permits of uploads and downloads are counted by this process alone'),
  );
  // Runs after the last request has ended.
  http.addHook('onClose', async () => permits.close());
  const transfers = filePermits(permits);
  fileRoutes(app, { database, store, settings, origin: options.origin, permits: transfers });
  modelRoutes(app, { database, store, settings, permits: transfers });
  shareRoutes(app, {
    database,
    settings,
    catalogue,
    notifier,
    origin: options.origin,
    hasDiskSpace,
    throttles,
    onPlaced,
  });

  const streams = createNotificationStreams({
    database,
    clock,
    onError: (error) => logger.warn({ err: error }, 'notification streams interrupted'),
  });
  notificationRoutes(app, database, streams);
  // Runs before pending requests are awaited, because an open stream does not end on its own.
  http.addHook('preClose', () => streams.stop());

  healthRoutes(http, () => database.pool.query('select 1'), {
    isDraining,
    hasDiskSpace,
    storeFailure: () => store.failure(),
  });
  if (options.docs) {
    const document = openApiDocument(version);
    http.get('/openapi.json', () => document);
    http.get('/docs', (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .send(renderReferencePage(version)),
    );
  }
  if (clientDir !== undefined) await staticPages(http, clientDir);
  return http;
}
