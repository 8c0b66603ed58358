import { asc, eq } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { startOfHour } from '#domain/shanghai-time.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { depts, roles, userRoles, users } from '#server/db/schema.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { StartError } from '#server/start/start-error.ts';
import { planCompanies, staff } from './plan-people.ts';
import type { Customer, People, Person, Shop } from './shop.ts';

/** Adds companies, buyers and staff with random passwords, which an administrator can reset. */
export async function insertPeople({ tx, random, first }: Shop): Promise<People> {
  const passwordHash = await hashPassword(randomBytes(24).toString('hex'));
  const createdAt = startOfHour(first, 8);
  const roleIds = new Map(
    (await tx.select({ key: roles.roleKey, id: roles.roleId }).from(roles)).map(({ key, id }) => [key, id]),
  );
  // The first start creates these two users.
  const [admin, demo] = await tx.select().from(users).orderBy(asc(users.userId));
  const [root] = await tx.select().from(depts).where(eq(depts.holdsCompanies, true));
  if (!admin || !demo || !root) throw new StartError('演示数据只能写入按首次启动建立的安装。');

  const insertUser = async (
    user: {
      username: string;
      nickName: string;
      phone?: string;
      deptId: number | null;
    },
    roleKeys: readonly string[],
  ): Promise<Person> => {
    const row = onlyRow(
      await tx
        .insert(users)
        .values({ ...user, usernameKey: user.username, passwordHash, createdAt, updatedAt: createdAt })
        .returning({ userId: users.userId, nickName: users.nickName, deptId: users.deptId }),
    );
    const granted = roleKeys.flatMap((key) => roleIds.get(key) ?? []);
    await tx.insert(userRoles).values(granted.map((roleId) => ({ userId: row.userId, roleId })));
    return row;
  };

  const companies = planCompanies(random);
  const customers: Customer[] = [{ ...demo, company: { weight: 0.2, loyalty: 0.6 } }];
  for (const company of companies) {
    const { deptId } = onlyRow(
      await tx
        .insert(depts)
        .values({
          deptName: company.name,
          companyTitle: company.name,
          parentId: root.deptId,
          deptPath: '',
          createdAt,
        })
        .returning({ deptId: depts.deptId }),
    );
    await tx
      .update(depts)
      .set({ deptPath: `${root.deptPath}${deptId}/` })
      .where(eq(depts.deptId, deptId));
    for (const buyer of company.buyers) {
      const user = { ...buyer, deptId };
      customers.push({ ...(await insertUser(user, ['customer'])), phone: buyer.phone, company });
    }
  }
  const members: Person[] = [];
  for (const member of staff)
    members.push(await insertUser({ ...member, deptId: admin.deptId }, ['sales', 'engineer']));
  return { companies, customers, staff: members, admin };
}
