import { machiningPrices } from '#contract/catalogue/machining-prices.ts';
import { materials } from '#contract/catalogue/materials.ts';
import { processes } from '#contract/catalogue/processes.ts';
import { inSnapshot, type Database } from '#server/db/database.ts';
import { route, type App } from '#server/http/route.ts';
import { listMachiningPrices, listMaterials, listProcessTrees } from './catalogue.queries.ts';
import { chargeRuleRoutes } from './rules/charge-rules.routes.ts';
import { reviewRuleRoutes } from './rules/review-rules.routes.ts';
import { leadClassRoutes } from './rules/lead-classes.routes.ts';
import { machiningPriceRoutes } from './machining-prices.routes.ts';
import { materialRoutes } from './materials.routes.ts';
import { materialViewer, processViewer } from './catalogue-viewer.ts';
import { processRoutes } from './processes.routes.ts';
import { stockSizeRoutes, type StockTableReaders } from './rules/stock-sizes.routes.ts';

export function catalogueRoutes(app: App, database: Database, readers: StockTableReaders): void {
  const { db } = database;

  route(app, materials.list, ({ query, session }) =>
    inSnapshot(database, (tx) => listMaterials(tx, query, materialViewer(session))),
  );
  route(app, processes.tree, ({ query, session }) =>
    inSnapshot(database, (tx) => listProcessTrees(tx, query, processViewer(session))),
  );
  route(app, machiningPrices.list, ({ session }) => listMachiningPrices(db, session.grant.deptPath));
  materialRoutes(app, database);
  processRoutes(app, database);
  machiningPriceRoutes(app, database);
  stockSizeRoutes(app, database, readers);
  reviewRuleRoutes(app, database);
  chargeRuleRoutes(app, database, readers);
  leadClassRoutes(app, database);
}
