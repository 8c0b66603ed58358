import { and, asc, eq, isNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { MAX_RESULTS_PER_KIND, type SearchResult } from '#contract/system/search.ts';
import type { Db } from '#server/db/database.ts';
import { contains } from '#server/db/list-query.ts';
import { depts, dictData, materials, processes, users } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { usersWithin } from '#server/modules/access/user-scope.ts';
import { companyData } from '#server/modules/depts/company-data.ts';

/** The users within the scope with this text in account, name, phone or company. */
export async function findUsers(db: Db, scope: Scope, text: string): Promise<SearchResult[]> {
  const { userId, username, nickName, phone } = users;
  const { companyTitle } = companyData;
  const matches = [username, nickName, phone, users.companyTitle, depts.companyTitle].map((column) =>
    contains(column, text),
  );
  const rows = await db
    .select({ userId, username, nickName, companyTitle, deptName: depts.deptName })
    .from(users)
    .leftJoin(depts, eq(depts.deptId, users.deptId))
    .where(and(isNull(users.deletedAt), usersWithin(scope), or(...matches)))
    .orderBy(asc(userId))
    .limit(MAX_RESULTS_PER_KIND);
  return rows.map((row) => ({
    kind: 'user',
    id: row.userId,
    title: row.nickName || row.username,
    text: [row.username, row.companyTitle || row.deptName].filter(Boolean).join(' · '),
  }));
}

/** Materials with this text in name, category or remark. */
export async function findMaterials(
  db: Db,
  text: string,
  { seesDrafts }: { seesDrafts: boolean },
): Promise<SearchResult[]> {
  const { id, name, materialTag, remark, status, sort, deletedAt } = materials;
  const rows = await db
    .select({ id, name, materialTag, status, label: dictData.dictLabel })
    .from(materials)
    .leftJoin(
      dictData,
      and(
        eq(dictData.dictType, 'material_tag'),
        eq(dictData.dictValue, materialTag),
        isNull(dictData.deletedAt),
      ),
    )
    .where(
      and(
        isNull(deletedAt),
        seesDrafts ? undefined : eq(status, 'onSale'),
        or(...[name, materialTag, dictData.dictLabel, remark].map((column) => contains(column, text))),
      ),
    )
    .orderBy(asc(sort), asc(id))
    .limit(MAX_RESULTS_PER_KIND);
  return rows.map((row) => ({
    kind: 'material',
    id: row.id,
    title: row.name,
    text: [row.label ?? row.materialTag, ...(row.status === 'draft' ? ['草稿'] : [])].join(' · '),
  }));
}

/** Processes and their options with this text in the name. */
export async function findProcesses(db: Db, text: string): Promise<SearchResult[]> {
  const parents = alias(processes, 'parents');
  const { id, name, parentId, sort, deletedAt } = processes;
  const rows = await db
    .select({ id, name, parentName: parents.name })
    .from(processes)
    .leftJoin(parents, eq(parents.id, parentId))
    .where(and(isNull(deletedAt), contains(name, text)))
    .orderBy(asc(sort), asc(id))
    .limit(MAX_RESULTS_PER_KIND);
  return rows.map((row) => ({ kind: 'process', id: row.id, title: row.name, text: row.parentName ?? '' }));
}
