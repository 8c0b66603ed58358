import { machiningPrices } from '#contract/machining-prices.ts';
import { materials } from '#contract/materials.ts';
import { processes } from '#contract/processes.ts';
import type { Database, Db } from '#server/db/database.ts';
import { route, type App } from '#server/http/route.ts';
import { listMachiningPrices, listMaterials, listProcessTrees } from './catalogue.queries.ts';

export function catalogueRoutes(app: App, { db }: Database): void {
  const inSnapshot = <T>(read: (tx: Db) => Promise<T>) =>
    db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });

  route(app, materials.list, ({ query }) => inSnapshot((tx) => listMaterials(tx, query)));
  route(app, processes.tree, ({ query }) => inSnapshot((tx) => listProcessTrees(tx, query)));
  route(app, machiningPrices.list, ({ session }) => listMachiningPrices(db, session.grant.deptPath));
}
