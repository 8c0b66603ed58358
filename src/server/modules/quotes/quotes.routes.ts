import { waivesRepeats } from '#domain/charges/charge-rule.ts';
import { daysOfVariants, totalsOfVariants, variantCheck } from '#domain/quotation/price-cart.ts';
import { reviewRules } from '#contract/catalogue/review-rules.ts';
import { quotes } from '#contract/orders/quotes.ts';
import type { BodyOf } from '#contract/kernel/endpoint.ts';
import type { Database } from '#server/db/database.ts';
import { variantSearch } from '#server/fairness/limits.ts';
import { route, type App } from '#server/http/route.ts';
import type { CatalogueReader } from '#server/modules/catalogue/catalogue.service.ts';
import { withMeasuredModels } from '#server/modules/models/measured-parts.service.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { getOrderCustomer } from '#server/modules/access/order-customer.service.ts';
import type { SettingsReader } from '#server/modules/settings/settings.service.ts';
import { assertLead, findLead, leadChoicesFor, quotedLeads } from './leads.service.ts';
import { findRepeats } from './repeats.service.ts';
import { isNewCustomer, priceForCustomer, rulesAt } from './price-cart.service.ts';
import { toQuotation } from './quotes.service.ts';
import { solveQuote } from './solve.service.ts';

/** Unlike an order, a price preview accepts models that are not measured yet, and bodies that the file lacks. */
const PREVIEW = { waiting: 'keep', bodies: 'keep' } as const;

interface QuoteDeps {
  database: Database;
  catalogue: CatalogueReader;
  settings: SettingsReader;
}

export function quoteRoutes(app: App, deps: QuoteDeps): void {
  const { db } = deps.database;
  async function priceParts(
    session: Caller,
    items: BodyOf<typeof quotes.quote>['items'],
    { forUserId, leadClassId }: Pick<BodyOf<typeof quotes.quote>, 'forUserId' | 'leadClassId'>,
    now: Date,
  ) {
    const customer = await getOrderCustomer(db, session, forUserId);
    const catalogue = await deps.catalogue(session.catalogueRevision);
    const settings = await deps.settings(session.settingsRevision);
    const parts = await withMeasuredModels(db, items, PREVIEW);
    const lead = findLead(catalogue, leadClassId);
    const cart = { parts, lead, unpriced: 'zero' } as const;
    const priced = await priceForCustomer({ db, catalogue, settings }, customer, cart, now);
    assertLead(catalogue, priced, leadClassId);
    return { catalogue, settings, priced };
  }

  route(app, quotes.quote, async ({ body, session, now }) => {
    const { catalogue, settings, priced } = await priceParts(session, body.items, body, now);
    return {
      ...toQuotation(priced, settings, now),
      ...(await quotedLeads(db, catalogue, settings, priced, now)),
    };
  });
  route(
    app,
    quotes.solve,
    async ({ body, session, now }) => {
      const { catalogue, priced } = await priceParts(session, [body.item], body, now);
      const leads = await leadChoicesFor(db, catalogue, body.leadClassId, now);
      const rules = rulesAt(catalogue, now);
      const isOrderable = variantCheck(catalogue, rules, priced);
      // The solved part is the only one, with the index 0.
      const orderFen = totalsOfVariants(rules, catalogue.leadClasses, priced, 0);
      const addedDays = daysOfVariants(rules, priced, 0);
      return solveQuote(catalogue, priced, body, { isOrderable, leads, orderFen, addedDays });
    },
    variantSearch,
  );
  route(app, quotes.repeats, async ({ body, session, now }) => {
    const customer = await getOrderCustomer(db, session, body.forUserId);
    const catalogue = await deps.catalogue(session.catalogueRevision);
    if (!waivesRepeats(rulesAt(catalogue, now).charges)) return body.items.map(() => false);
    return findRepeats(db, customer, body.items);
  });
  route(app, reviewRules.table, async ({ query: { forUserId }, session }) => {
    const { userId } = await getOrderCustomer(db, session, forUserId);
    const { reviewRules: rules } = await deps.catalogue(session.catalogueRevision);
    const hasNewCustomerRule = rules.some(({ kind }) => kind === 'newCustomer');
    return {
      rules: [...rules],
      isNewCustomer: hasNewCustomerRule && (await isNewCustomer(db, userId)),
    };
  });
}
