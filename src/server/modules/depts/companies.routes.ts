import { companies } from '#contract/people/companies.ts';
import type { Database } from '#server/db/database.ts';
import { changesOf } from '#server/http/records.ts';
import { readingRoutes } from '#server/http/record-routes.ts';
import { route, type App } from '#server/http/route.ts';
import { findCompany, listCompanies } from './companies.queries.ts';
import { createCompany, editCompany, removeCompanies } from './companies.service.ts';

export function companyRoutes(app: App, database: Database): void {
  readingRoutes(app, database, companies, { title: '客户公司', list: listCompanies, find: findCompany });
  route(app, companies.create, async ({ body, session, now, note }) => {
    const { deptId } = await createCompany(database, session, body, now);
    note({ id: deptId, ...changesOf({}, body) });
    return deptId;
  });
  route(app, companies.update, async ({ params, body, session, now, note }) => {
    const { before, after } = await editCompany(database, session, params.id, body, now);
    note({ id: params.id, ...changesOf(before, after) });
    return after;
  });
  route(app, companies.remove, ({ body, session, now, note }) => {
    note({ ids: body.ids });
    return removeCompanies(database, session, body.ids, now);
  });
}
