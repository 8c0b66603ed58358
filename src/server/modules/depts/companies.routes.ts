import { companies } from '#contract/people/companies.ts';
import type { Database } from '#server/db/database.ts';
import { readingRoutes, writingRoutes } from '#server/http/record-routes.ts';
import type { App } from '#server/http/route.ts';
import { findCompany, listCompanies } from './companies.queries.ts';
import { createCompany, editCompany, removeCompanies } from './companies.service.ts';

export function companyRoutes(app: App, database: Database): void {
  const { db } = database;
  readingRoutes(app, database, companies, { title: '客户公司', list: listCompanies, find: findCompany });
  writingRoutes(app, companies, {
    create: async (...args) => (await db.transaction((tx) => createCompany(tx, ...args))).deptId,
    edit: (...args) => db.transaction((tx) => editCompany(tx, ...args)),
    remove: (...args) => db.transaction((tx) => removeCompanies(tx, ...args)),
  });
}
