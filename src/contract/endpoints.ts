import { actuals } from './orders/actuals.ts';
import { appConfig } from './system/app-config.ts';
import { authentication } from './people/authentication.ts';
import { calibration } from './catalogue/calibration.ts';
import { chargeRules } from './catalogue/charge-rules.ts';
import { companies } from './people/companies.ts';
import { costs } from './catalogue/costs.ts';
import { dashboards } from './system/dashboards.ts';
import { defaultConfigs } from './catalogue/default-configs.ts';
import { depts } from './people/depts.ts';
import { dictOptions } from './system/dict-options.ts';
import { dictEntries, dictTypes } from './system/dictionaries.ts';
import { documents } from './orders/documents.ts';
import type { Endpoint } from './kernel/endpoint.ts';
import { earlierParts } from './orders/earlier-parts.ts';
import { files } from './files/files.ts';
import { reviewRules } from './catalogue/review-rules.ts';
import { leadClasses } from './catalogue/lead-classes.ts';
import { leadOptions } from './catalogue/lead-options.ts';
import { listViews } from './system/list-views.ts';
import { loginLogs, operationLogs } from './system/logs.ts';
import { machiningPrices } from './catalogue/machining-prices.ts';
import { materials } from './catalogue/materials.ts';
import { menus } from './people/menus.ts';
import { models } from './files/models.ts';
import { mail } from './system/mail.ts';
import { monitor } from './system/monitor.ts';
import { notifications } from './system/notifications.ts';
import { onlineSessions } from './people/online-sessions.ts';
import { orderMessages } from './orders/order-messages.ts';
import { orders } from './orders/orders.ts';
import { pictures } from './files/pictures.ts';
import { partLibrary } from './orders/part-library.ts';
import { parts } from './orders/parts.ts';
import { posts } from './people/posts.ts';
import { priceDrafts } from './prices/price-drafts.ts';
import { priceHistory } from './prices/price-history.ts';
import { priceReplays } from './prices/price-replays.ts';
import { priceTable } from './prices/price-table.ts';
import { priceVersions } from './prices/price-versions.ts';
import { processes } from './catalogue/processes.ts';
import { profile } from './people/profile.ts';
import { quoteDesk } from './orders/quote-desk.ts';
import { quotes } from './orders/quotes.ts';
import { registration } from './people/registration.ts';
import { revisions } from './orders/revisions.ts';
import { roles } from './people/roles.ts';
import { search } from './system/search.ts';
import { secondFactor } from './people/second-factor.ts';
import { configs, settings } from './system/settings.ts';
import { shadowRuns } from './prices/shadow-runs.ts';
import { shares } from './orders/shares.ts';
import { stockSizes } from './catalogue/stock-sizes.ts';
import { today } from './system/today.ts';
import { users } from './people/users.ts';

/** Every endpoint under `/api/v1`, by noun. The server's modules `health` and `metrics` serve `/healthz`, `/readyz` and `/metrics`. */
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
  companies,
  materials,
  processes,
  machiningPrices,
  stockSizes,
  reviewRules,
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
  dictEntries,
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
