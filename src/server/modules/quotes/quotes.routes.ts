import { gateRules } from '#contract/gate-rules.ts';
import { quotes } from '#contract/quotes.ts';
import type { Database } from '#server/db/database.ts';
import { variantSearches } from '#server/fairness/limits.ts';
import { route, type App } from '#server/http/route.ts';
import type { CatalogueReader } from '#server/modules/catalogue/catalogue.service.ts';
import type { SettingsReader } from '#server/modules/settings/settings.service.ts';
import { chargedOrder } from './charges.service.ts';
import { gatedOrder, variantCheck } from './gates.service.ts';
import { isNewCustomer } from './new-customer.queries.ts';
import { priceItems, toQuotation } from './quotes.service.ts';
import { solveQuote } from './solve.service.ts';

interface QuoteDeps {
  database: Database;
  catalogue: CatalogueReader;
  settings: SettingsReader;
}

export function quoteRoutes(app: App, deps: QuoteDeps): void {
  route(app, quotes.quote, async ({ body, session, now }) => {
    const catalogue = await deps.catalogue(session.catalogueRevision);
    const cncPrice = catalogue.machiningPricesFor(session.grant.deptPath);
    const priced = priceItems(catalogue, cncPrice, body.items);
    const settings = await deps.settings(session.settingsRevision);
    const { db } = deps.database;
    const gated = await gatedOrder({ db, catalogue, settings }, session.userId, priced);
    return toQuotation(chargedOrder(catalogue, gated, now), settings, now);
  });
  route(app, quotes.solve, async ({ body, session }) => {
    const catalogue = await deps.catalogue(session.catalogueRevision);
    const cncPrice = catalogue.machiningPricesFor(session.grant.deptPath);
    const priced = priceItems(catalogue, cncPrice, [body.item]);
    const settings = await deps.settings(session.settingsRevision);
    const gating = { db: deps.database.db, catalogue, settings };
    const isSold = await variantCheck(gating, session.userId, priced);
    await variantSearches.take(`user/${session.userId}`, 1);
    return solveQuote(catalogue, priced, body, isSold);
  });
  route(app, gateRules.table, async ({ session }) => {
    const { gateRules: rules } = await deps.catalogue(session.catalogueRevision);
    const asks = rules.some(({ kind }) => kind === 'newCustomer');
    return {
      rules: [...rules],
      isNewCustomer: asks && (await isNewCustomer(deps.database.db, session.userId)),
    };
  });
}
