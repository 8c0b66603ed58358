import { rulesOn } from '#domain/charges/charge-rule.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { gateRules } from '#contract/gate-rules.ts';
import { quotes } from '#contract/quotes.ts';
import type { Database } from '#server/db/database.ts';
import { searchesPerMinute, variantSearches } from '#server/fairness/limits.ts';
import { route, type App } from '#server/http/route.ts';
import type { CatalogueReader } from '#server/modules/catalogue/catalogue.service.ts';
import { withMeasuredModels } from '#server/modules/models/measured-parts.service.ts';
import { customerOf } from '#server/modules/orders/ask-for-customer.service.ts';
import type { SettingsReader } from '#server/modules/settings/settings.service.ts';
import { chargedOrder, sparesRepeats, totalsOfVariants, withRepeats } from './charges.service.ts';
import { gatedOrder, variantCheck } from './gates.service.ts';
import { chosenLead, leadChoicesFor, quotedLeads } from './leads.service.ts';
import { isNewCustomer } from './new-customer.queries.ts';
import { findRepeats } from './repeats.service.ts';
import { priceItems, toQuotation } from './quotes.service.ts';
import { solveQuote } from './solve.service.ts';

/** A look at a price is not kept from anyone. */
const KEEP = { waiting: 'keep', bodies: 'keep' } as const;

interface QuoteDeps {
  database: Database;
  catalogue: CatalogueReader;
  settings: SettingsReader;
}

export function quoteRoutes(app: App, deps: QuoteDeps): void {
  const { db } = deps.database;
  route(app, quotes.quote, async ({ body, session, now }) => {
    const customer = await customerOf(db, session, body.forUserId);
    const catalogue = await deps.catalogue(session.catalogueRevision);
    const cncPrice = catalogue.machiningPricesFor(customer.deptPath);
    const items = await withMeasuredModels(db, body.items, KEEP);
    const priced = priceItems(catalogue, cncPrice, items);
    const settings = await deps.settings(session.settingsRevision);
    const gated = await gatedOrder({ db, catalogue, settings }, customer.userId, priced);
    const lead = chosenLead(catalogue, gated, body.leadClassId);
    const charged = await chargedOrder({ db, catalogue }, customer, gated, now, lead);
    return {
      ...toQuotation(charged, settings, now),
      ...(await quotedLeads(db, catalogue, settings, charged, now)),
    };
  });
  route(app, quotes.solve, async ({ body, session, now }) => {
    const customer = await customerOf(db, session, body.forUserId);
    const catalogue = await deps.catalogue(session.catalogueRevision);
    const cncPrice = catalogue.machiningPricesFor(customer.deptPath);
    searchesPerMinute.count(session.userId, now);
    const priced = priceItems(catalogue, cncPrice, await withMeasuredModels(db, [body.item], KEEP));
    const settings = await deps.settings(session.settingsRevision);
    const isSold = await variantCheck({ db, catalogue, settings }, customer.userId, priced);
    await variantSearches.take(`user/${session.userId}`, 1);
    const leads = await leadChoicesFor(db, catalogue, priced, body.leadClassId, now);
    const repeated = await withRepeats({ db, catalogue }, customer, priced, now);
    const orderFen = totalsOfVariants(catalogue, repeated, 0, now);
    return solveQuote(catalogue, priced, body, { isSold, leads, orderFen });
  });
  route(app, quotes.repeats, async ({ body, session, now }) => {
    const customer = await customerOf(db, session, body.forUserId);
    const { chargeRules } = await deps.catalogue(session.catalogueRevision);
    if (!sparesRepeats(rulesOn(chargeRules, dayText(dayNumber(now))))) return body.items.map(() => false);
    return findRepeats(db, customer, body.items);
  });
  route(app, gateRules.table, async ({ query: { forUserId }, session }) => {
    const { userId } = await customerOf(db, session, forUserId);
    const { gateRules: rules } = await deps.catalogue(session.catalogueRevision);
    const asks = rules.some(({ kind }) => kind === 'newCustomer');
    return {
      rules: [...rules],
      isNewCustomer: asks && (await isNewCustomer(db, userId)),
    };
  });
}
