import { partErrors } from '#domain/quotation/price-items.ts';
import { defaultConfigs } from '#contract/catalogue/default-configs.ts';
import type { BodyOf } from '#contract/kernel/endpoint.ts';
import type { Db } from '#server/db/database.ts';
import type { ChangedBy } from '#server/db/record-store.ts';
import { AppError } from '#server/http/app-error.ts';
import { changesOf } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { CatalogueReader } from '#server/modules/catalogue/catalogue.service.ts';
import { assertCompany } from '#server/modules/catalogue/companies.service.ts';
import { getOrderCustomer } from '#server/modules/access/order-customer.service.ts';
import { findDefaultConfig, findOwnConfig, saveConfig, type ConfigOwner } from './default-configs.queries.ts';

/** The configuration while neither the user nor the company nor the system has saved one. */
const builtInConfig = {
  origin: 'none' as const,
  material: null,
  num: 1,
  length: 100,
  width: 100,
  height: 20,
};

export function defaultConfigRoutes(
  app: App,
  { db, catalogue }: { db: Db; catalogue: CatalogueReader },
): void {
  /** Saves the fields of a part except name, remark, files, model and stock size; returns the changes. */
  async function save(owner: ConfigOwner, part: BodyOf<typeof defaultConfigs.saveOwn>, by: ChangedBy) {
    const {
      name: _name,
      remark: _remark,
      fileIds: _files,
      model: _model,
      stockSizeId: _stock,
      ...item
    } = part;
    const before = await findOwnConfig(db, owner);
    await saveConfig(db, owner, item, by);
    return changesOf(before ?? {}, item);
  }

  route(app, defaultConfigs.effective, async ({ query: { forUserId }, session }) => {
    const { userId, deptPath } = await getOrderCustomer(db, session, forUserId);
    const config = await findDefaultConfig(db, userId, deptPath);
    const cncPrice = { ...(await catalogue(session.catalogueRevision)).machiningPricesFor(deptPath) };
    return config ? { ...config.item, origin: config.origin, cncPrice } : { ...builtInConfig, cncPrice };
  });
  route(app, defaultConfigs.saveOwn, async ({ body, session, now, audit }) => {
    const { materials } = await catalogue(session.catalogueRevision);
    if (!materials.has(body.material)) {
      throw new AppError('quote.invalid', { fields: { material: '该材料不存在或已下架，请重新选择' } });
    }
    audit(await save({ scope: 'user', ownerId: session.userId }, body, { userId: session.userId, now }));
    return null;
  });
  route(app, defaultConfigs.company, async ({ query: { deptId }, session }) => {
    if (deptId !== 0) await assertCompany(db, session, deptId);
    return (await findOwnConfig(db, ownerOf(deptId))) ?? null;
  });
  route(app, defaultConfigs.saveCompany, async ({ body, session, now, audit }) => {
    const deptId = await getTargetDept(db, session, body);
    const errors = partErrors(await catalogue(session.catalogueRevision), body.item);
    const [first] = Object.values(errors);
    if (first !== undefined) {
      const fields = Object.entries(errors).map(([field, error]): [string, string] => [
        `item.${field}`,
        error,
      ]);
      throw new AppError('quote.invalid', { msg: first, fields: Object.fromEntries<string>(fields) });
    }
    audit({ deptId, ...(await save(ownerOf(deptId), body.item, { userId: session.userId, now })) });
    return null;
  });
}

/** Department 0 is the system. */
const ownerOf = (deptId: number): ConfigOwner => ({
  scope: deptId === 0 ? 'system' : 'company',
  ownerId: deptId,
});

/** The department to save for; 0 for the system. Throws unless the caller may change it. */
async function getTargetDept(
  db: Db,
  session: Caller,
  { deptId, system }: BodyOf<typeof defaultConfigs.saveCompany>,
): Promise<number> {
  if (system === true) {
    if (deptId !== undefined) {
      throw new AppError('request.invalid', { fields: { deptId: '系统默认配置不属于任何公司' } });
    }
    if (!session.grant.scope.all) throw new AppError('permission.denied');
    return 0;
  }
  const target = deptId ?? session.deptId;
  if (target === null) {
    throw new AppError('request.invalid', { fields: { deptId: '您不属于任何公司，请选择公司' } });
  }
  await assertCompany(db, session, target);
  return target;
}
