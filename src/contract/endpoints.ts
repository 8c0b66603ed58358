import { actuals } from './actuals.ts';
import { appConfig } from './app-config.ts';
import { authentication } from './authentication.ts';
import { calibration } from './calibration.ts';
import { chargeRules } from './charge-rules.ts';
import { costs } from './costs.ts';
import { dashboards } from './dashboards.ts';
import { defaultConfigs } from './default-configs.ts';
import { depts } from './depts.ts';
import { dictOptions } from './dict-options.ts';
import { dictDatas, dictTypes } from './dictionaries.ts';
import { documents } from './documents.ts';
import type { Endpoint } from './endpoint.ts';
import { earlierParts } from './earlier-parts.ts';
import { files } from './files.ts';
import { gateRules } from './gate-rules.ts';
import { leadClasses } from './lead-classes.ts';
import { leadOptions } from './lead-options.ts';
import { listViews } from './list-views.ts';
import { loginLogs, operationLogs } from './logs.ts';
import { machiningPrices } from './machining-prices.ts';
import { materials } from './materials.ts';
import { menus } from './menus.ts';
import { models } from './models.ts';
import { mail } from './mail.ts';
import { monitor } from './monitor.ts';
import { notifications } from './notifications.ts';
import { onlineSessions } from './online-sessions.ts';
import { orderMessages } from './order-messages.ts';
import { orders } from './orders.ts';
import { pictures } from './pictures.ts';
import { partLibrary } from './part-library.ts';
import { parts } from './parts.ts';
import { posts } from './posts.ts';
import { priceDrafts } from './price-drafts.ts';
import { priceHistory } from './price-history.ts';
import { priceReplays } from './price-replays.ts';
import { priceTable } from './price-table.ts';
import { priceVersions } from './price-versions.ts';
import { processes } from './processes.ts';
import { profile } from './profile.ts';
import { quoteDesk } from './quote-desk.ts';
import { quotes } from './quotes.ts';
import { registration } from './registration.ts';
import { revisions } from './revisions.ts';
import { roles } from './roles.ts';
import { search } from './search.ts';
import { secondFactor } from './second-factor.ts';
import { configs, settings } from './settings.ts';
import { shadowRuns } from './shadow-runs.ts';
import { shares } from './shares.ts';
import { stockSizes } from './stock-sizes.ts';
import { today } from './today.ts';
import { users } from './users.ts';

/** Every endpoint under `/api/v1`, by noun. `/healthz`, `/readyz` and `/metrics` are in the server's modules `health` and `metrics`. */
export const endpoints = {
  appConfig,
  authentication,
  secondFactor,
  registration,
  profile,
  listViews,
  pictures,
  users,
  roles,
  menus,
  depts,
  materials,
  processes,
  machiningPrices,
  stockSizes,
  gateRules,
  chargeRules,
  leadClasses,
  leadOptions,
  priceTable,
  priceDrafts,
  priceHistory,
  priceVersions,
  costs,
  actuals,
  calibration,
  priceReplays,
  shadowRuns,
  defaultConfigs,
  quotes,
  quoteDesk,
  orders,
  orderMessages,
  revisions,
  documents,
  files,
  models,
  earlierParts,
  parts,
  partLibrary,
  shares,
  notifications,
  dictTypes,
  dictDatas,
  dictOptions,
  posts,
  settings,
  configs,
  loginLogs,
  operationLogs,
  onlineSessions,
  mail,
  monitor,
  dashboards,
  today,
  search,
} as const;

/** Every endpoint with its name, e.g. `orders.place`. */
export function listEndpoints(): { name: string; endpoint: Endpoint }[] {
  return Object.entries(endpoints).flatMap(([noun, calls]) =>
    Object.entries<Endpoint>(calls).map(([call, endpoint]) => ({ name: `${noun}.${call}`, endpoint })),
  );
}
