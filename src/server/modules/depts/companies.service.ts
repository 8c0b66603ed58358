import type { Company, CompanyInput } from '#contract/people/companies.ts';
import { ENABLED } from '#contract/kernel/fields.ts';
import type { Dept } from '#contract/people/depts.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { foundOrThrow } from '#server/http/records.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { findCompaniesDept, findCompany } from './companies.queries.ts';
import { deptStore } from './depts.queries.ts';
import { createDept, editDept, removeDepts } from './depts.service.ts';

const getCompany = async (tx: Db, { grant }: Caller, id: number) =>
  foundOrThrow(await findCompany(tx, grant.scope, id));

/** Creates a company below the customers' department, which must be within the caller's data scope. */
export async function createCompany(tx: Db, caller: Caller, input: CompanyInput, now: Date): Promise<Dept> {
  const parentId = (await findCompaniesDept(tx)) ?? (await createCompaniesDept(tx, caller, now));
  return createDept(tx, caller, { ...input, parentId, sort: 10 }, now);
}

async function createCompaniesDept(tx: Db, caller: Caller, now: Date): Promise<number> {
  const dept = {
    parentId: 0,
    deptName: '客户公司',
    sort: 10,
    leader: '',
    salespersonId: null,
    phone: '',
    email: '',
    status: ENABLED,
    holdsCompanies: true,
  };
  const { deptId } = await createDept(tx, caller, dept, now);
  return deptId;
}

/** Saves a company by the rules of departments, without changing parent and sort order. */
export async function editCompany(
  tx: Db,
  caller: Caller,
  id: number,
  input: CompanyInput & { version: number },
  now: Date,
): Promise<{ before: Company; after: Company }> {
  const before = await getCompany(tx, caller, id);
  if (before.version !== input.version) throw new AppError('record.changed', { data: before });
  const { parentId, sort } = foundOrThrow(await deptStore.find(tx, id));
  await editDept(tx, caller, id, { ...input, parentId, sort }, now);
  return { before, after: await getCompany(tx, caller, id) };
}

/** Deletes companies, all or none, by the rules of departments. */
export async function removeCompanies(tx: Db, caller: Caller, ids: number[], now: Date): Promise<number[]> {
  for (const id of ids) await getCompany(tx, caller, id);
  return removeDepts(tx, caller, ids, now);
}
