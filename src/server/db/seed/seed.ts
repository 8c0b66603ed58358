import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Db } from '#server/db/database.ts';
import { withMigrationLock } from '#server/db/migrate.ts';
import { onlyRow } from '#server/db/only-row.ts';
import {
  depts,
  dictData,
  dictTypes,
  posts,
  revisions,
  roles,
  userPosts,
  userRoles,
  users,
} from '#server/db/schema.ts';
import { addMissingSettings } from '#server/modules/settings/settings.service.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import type { ConnectionString } from '#server/db/connection-string.ts';
import type { SettingKey } from '#server/modules/settings/settings-definitions.ts';
import { seedDictionaries } from './dictionaries.ts';
import { insertSampleCatalogue } from './insert-catalogue.ts';
import { insertNewMenus } from './new-menus.ts';

export interface FirstStartOptions {
  connectionString: ConnectionString;
  adminPassword: string;
  customerPassword: string;
  /** For generated passwords: they must be changed at the first sign-in. */
  adminMustChange?: boolean;
  customerMustChange?: boolean;
}

/**
 * Seeds an empty database in one transaction: roles and menus, dictionaries, settings, the sample catalogue, the
 * users `admin` and `demo`. A database with users is left unchanged. Resolves with whether it was empty.
 */
export async function seedFirstStart(options: FirstStartOptions): Promise<boolean> {
  return withMigrationLock(options.connectionString, async (client) => {
    const db = drizzle(client);
    if ((await db.select({ id: users.userId }).from(users).limit(1)).length > 0) return false;
    const hashes = await Promise.all([
      hashPassword(options.adminPassword),
      hashPassword(options.customerPassword),
    ]);
    // A failure closes the connection, which rolls back.
    await client.query('begin');
    await fill(db, options, hashes);
    await client.query('commit');
    return true;
  });
}

async function fill(
  db: Db,
  options: FirstStartOptions,
  [adminHash, customerHash]: [string, string],
): Promise<void> {
  const changedAt = new Date();
  await db
    .insert(revisions)
    .values(['access', 'catalogue', 'settings'].map((name) => ({ name, value: 1, changedAt })));
  const shop = await insertDept(db, '示例精密制造', 0, '/0/');
  const production = await insertDept(db, '生产部', shop.deptId, shop.deptPath);
  const customers = await insertDept(db, '客户公司', 0, '/0/', { holdsCompanies: true });
  const companyTitle = '示例客户公司';
  const company = await insertDept(db, companyTitle, customers.deptId, customers.deptPath, { companyTitle });
  const { admin, customer } = await insertRoles(db);
  if (!admin || !customer) throw new Error('roles were not inserted');
  await insertNewMenus(db);
  await addMissingSettings(db, sampleSettings);
  await insertDictionaries(db);
  await insertSampleCatalogue(db, changedAt);
  const [post] = await db
    .insert(posts)
    .values([
      { postName: '销售工程师', postCode: 'sales', sort: 10 },
      { postName: '工艺工程师', postCode: 'engineer', sort: 20 },
      { postName: '质检员', postCode: 'inspector', sort: 30 },
    ])
    .returning({ postId: posts.postId });

  const adminId = await insertUser(db, {
    username: 'admin',
    usernameKey: 'admin',
    nickName: '系统管理员',
    passwordHash: adminHash,
    mustChangePassword: options.adminMustChange ?? false,
    deptId: production.deptId,
  });
  const demoId = await insertUser(db, {
    username: 'demo',
    usernameKey: 'demo',
    nickName: '张工',
    passwordHash: customerHash,
    mustChangePassword: options.customerMustChange ?? false,
    deptId: company.deptId,
  });
  await db.insert(userRoles).values([
    { userId: adminId, roleId: admin },
    { userId: demoId, roleId: customer },
  ]);
  if (post) await db.insert(userPosts).values({ userId: adminId, postId: post.postId });
}

async function insertDept(
  db: Db,
  deptName: string,
  parentId: number,
  parentPath: string,
  more: Partial<typeof depts.$inferInsert> = {},
) {
  const { deptId } = onlyRow(
    await db
      .insert(depts)
      .values({ ...more, deptName, parentId, deptPath: '' })
      .returning({ deptId: depts.deptId }),
  );
  const deptPath = `${parentPath}${deptId}/`;
  await db.update(depts).set({ deptPath }).where(eq(depts.deptId, deptId));
  return { deptId, deptPath };
}

async function insertUser(db: Db, user: typeof users.$inferInsert): Promise<number> {
  return onlyRow(await db.insert(users).values(user).returning({ userId: users.userId })).userId;
}

async function insertRoles(db: Db): Promise<Record<string, number>> {
  // Data scopes: 1 all records, 5 own records.
  const rows = await db
    .insert(roles)
    .values([
      {
        roleKey: 'admin',
        roleName: '系统管理员',
        roleSort: 10,
        admin: true,
        dataScope: '1',
        remark: '拥有全部权限',
      },
      { roleKey: 'sales', roleName: '销售', roleSort: 20, dataScope: '1', remark: '订单、客户；目录只读' },
      { roleKey: 'engineer', roleName: '工艺', roleSort: 30, dataScope: '1', remark: '材料、工艺与价格' },
      { roleKey: 'customer', roleName: '客户', roleSort: 40, dataScope: '5', remark: '在线报价与本人订单' },
    ])
    .returning({ roleId: roles.roleId, roleKey: roles.roleKey });
  return Object.fromEntries(rows.map(({ roleKey, roleId }) => [roleKey, roleId]));
}

async function insertDictionaries(db: Db): Promise<void> {
  await db
    .insert(dictTypes)
    .values(seedDictionaries.map(({ dictType, dictName, remark }) => ({ dictType, dictName, remark })));
  await db.insert(dictData).values(
    seedDictionaries.flatMap(({ dictType, entries }) =>
      entries.map(({ label, value, listClass = '' }, index) => ({
        dictType,
        dictLabel: label,
        dictValue: value,
        listClass,
        dictSort: (index + 1) * 10,
      })),
    ),
  );
}

/** The introduction on the login page that matches the sample catalogue and its invented prices. */
const sampleSettings: Partial<Record<SettingKey, string>> = {
  'site.intro': '数控铣削、车削与表面处理，单件试制到批量生产',
  'site.materials': '铝合金、不锈钢、碳钢、铜、工程塑料、钛合金',
  'site.example': '6061 铝合金 120×60×20 mm，喷砂阳极氧化，10 件 ¥713.57（以实时报价为准）',
};
