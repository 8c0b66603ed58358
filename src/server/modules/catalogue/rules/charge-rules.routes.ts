import { chargeRules as endpoints, ruleInYuan } from '#contract/catalogue/charge-rules.ts';
import { countsMeasures, rulesOn } from '#domain/charges/charge-rule.ts';
import type { TimeRatesByTag } from '#domain/charges/machine-time.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { shopLimits } from '#geometry/checks/shop-limits.ts';
import type { Database } from '#server/db/database.ts';
import { recordRoutes } from '#server/http/record-routes.ts';
import { route, type App } from '#server/http/route.ts';
import { importRoutes } from '#server/imports/import-routes.ts';
import { writeCatalogue } from '../catalogue-writes.service.ts';
import type { Catalogue } from '../catalogue.service.ts';
import { chargeRuleImporter, withImportedNames } from './charge-rule-import.service.ts';
import { chargeRuleStore, checkRuleAndJumps } from './charge-rules.service.ts';
import { withoutConfirmJumps } from '../price-jumps.service.ts';
import { slotsLeft, readSlotsTaken } from './lead-slots.service.ts';
import type { StockTableReaders } from './stock-sizes.routes.ts';

export function chargeRuleRoutes(app: App, database: Database, readers: StockTableReaders): void {
  recordRoutes(app, database, endpoints, chargeRuleStore, {
    title: '附加费规则',
    check: checkRuleAndJumps,
    loggable: withoutConfirmJumps,
    toExportRows: withImportedNames,
    write: writeCatalogue,
  });
  importRoutes(app, database, chargeRuleImporter);
  route(app, endpoints.table, async ({ session, now }) => {
    const catalogue = await readers.catalogue(session.catalogueRevision);
    const { leadClasses } = catalogue;
    const day = dayText(dayNumber(now));
    const rules = rulesOn(catalogue.chargeRules, day);
    const settings = countsMeasures(rules) ? await readers.settings(session.settingsRevision) : undefined;
    const takenSlots = await readSlotsTaken(database.db, leadClasses, day);
    const offered = leadClasses.map((lead) => ({
      ...lead,
      excluded: [...lead.excluded],
      left: slotsLeft(lead, takenSlots),
    }));
    return {
      rules: rules.map(ruleInYuan),
      ...(offered.length > 0 && { leadClasses: offered }),
      ...(settings && { timeRates: timeRatesByTag(settings, catalogue) }),
    };
  });
}

function timeRatesByTag(
  settings: Parameters<typeof shopLimits>[0],
  { materials }: Pick<Catalogue, 'materials'>,
): TimeRatesByTag {
  const { timeRatesFor } = shopLimits(settings);
  // The rates of the empty tag are the defaults.
  const tags = ['', ...[...materials.values()].map(({ materialTag }) => materialTag)];
  return Object.fromEntries(tags.map((tag) => [tag, timeRatesFor(tag)]));
}
