import { quotes } from '#contract/quotes.ts';
import { route, type App } from '#server/http/route.ts';
import type { CatalogueReader } from '#server/modules/catalogue/catalogue.service.ts';
import type { SettingsReader } from '#server/modules/settings/settings.service.ts';
import { priceItems, toQuotation } from './quotes.service.ts';

export function quoteRoutes(app: App, deps: { catalogue: CatalogueReader; settings: SettingsReader }): void {
  route(app, quotes.quote, async ({ body, session, now }) => {
    const catalogue = await deps.catalogue(session.catalogueRevision);
    const cncPrice = catalogue.machiningPricesFor(session.grant.deptPath);
    const priced = priceItems(catalogue, cncPrice, body.items);
    return toQuotation(priced, await deps.settings(session.settingsRevision), now);
  });
}
