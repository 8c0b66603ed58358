import { chargeRules as endpoints } from '#contract/charge-rules.ts';
import { rulesOn } from '#domain/charges/charge-rule.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import type { Database } from '#server/db/database.ts';
import { recordRoutes } from '#server/http/record-routes.ts';
import { route, type App } from '#server/http/route.ts';
import { importRoutes } from '#server/imports/import-routes.ts';
import { writeCatalogue } from './catalogue-writes.service.ts';
import type { CatalogueReader } from './catalogue.service.ts';
import { chargeRuleImporter, withImportedNames } from './charge-rule-import.service.ts';
import { chargeRuleStore, checkSaved } from './charge-rules.service.ts';
import { withoutFlag } from './price-jumps.service.ts';
import { slotsLeft, slotsTaken } from './lead-slots.service.ts';

export function chargeRuleRoutes(app: App, database: Database, catalogue: CatalogueReader): void {
  recordRoutes(app, database, endpoints, chargeRuleStore, {
    idOf: (row) => row.id,
    title: '附加费规则',
    check: checkSaved,
    loggable: withoutFlag,
    exported: withImportedNames,
    write: writeCatalogue,
  });
  importRoutes(app, database, chargeRuleImporter, endpoints.export.columns);
  route(app, endpoints.table, async ({ session, now }) => {
    const { chargeRules: rules, leadClasses } = await catalogue(session.catalogueRevision);
    const day = dayText(dayNumber(now));
    const taken = await slotsTaken(database.db, leadClasses, day);
    const offered = leadClasses.map((lead) => ({
      ...lead,
      excluded: [...lead.excluded],
      left: slotsLeft(lead, taken),
    }));
    return { rules: rulesOn(rules, day), ...(offered.length > 0 && { leadClasses: offered }) };
  });
}
