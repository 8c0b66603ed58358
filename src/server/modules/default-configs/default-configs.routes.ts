import { defaultConfigs } from '#contract/default-configs.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Db } from '#server/db/database.ts';
import { route, type App } from '#server/http/route.ts';
import type { CatalogueReader } from '#server/modules/catalogue/catalogue.service.ts';
import { findDefaultConfig, saveOwnConfig } from './default-configs.queries.ts';

const nothing = { origin: 'none' as const, material: null, num: 1, length: 100, width: 100, height: 20 };

export function defaultConfigRoutes(
  app: App,
  { db, catalogue }: { db: Db; catalogue: CatalogueReader },
): void {
  route(app, defaultConfigs.effective, async ({ session }) => {
    const { deptPath } = session.grant;
    const found = await findDefaultConfig(db, session.userId, deptPath);
    const cncPrice = { ...(await catalogue(session.catalogueRevision)).machiningPricesFor(deptPath) };
    return found ? { ...found.item, origin: found.origin, cncPrice } : { ...nothing, cncPrice };
  });
  route(app, defaultConfigs.saveOwn, async ({ body, session, now }) => {
    const { materials } = await catalogue(session.catalogueRevision);
    if (!materials.has(body.material)) {
      throw new AppError('quote.invalid', { fields: { material: '该材料不存在或已下架，请重新选择' } });
    }
    const { name: _name, remark: _remark, ...item } = body;
    await saveOwnConfig(db, session.userId, item, now);
    return null;
  });
}
