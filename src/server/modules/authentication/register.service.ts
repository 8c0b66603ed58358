import { and, eq, isNull } from 'drizzle-orm';
import type { RegisterBody } from '#contract/people/registration.ts';
import { ENABLED_TEXT } from '#contract/kernel/fields.ts';
import type { LoginAnswer } from '#contract/people/authentication.ts';
import type { Database } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { roles, userRoles, users } from '#server/db/schema.ts';
import { addressKey } from '#server/fairness/address-key.ts';
import type { Origin } from '#server/fairness/address-throttle.ts';
import { AppError, fieldError } from '#server/http/app-error.ts';
import { isDuplicate } from '#server/http/pg-errors.ts';
import { consumeCaptcha } from './captcha.ts';
import { assertGoodPassword } from './password-rules.service.ts';
import { hashPassword } from './passwords.service.ts';
import type { User } from './authentication.queries.ts';
import { openSession, type AuthenticationDeps } from './authentication.service.ts';
import { usernameKey } from '#server/fairness/stored-throttle.ts';

/** The role of new accounts; the shop sets its permissions. */
const ROLE_KEY = 'customer';

/**
 * Creates a customer's account and signs it in. As at sign-in, limits come first, and a checked captcha is used up in
 * any case. Throws `registration.closed`, `request.throttled`, `login.captcha`, `request.invalid` for the password,
 * `record.duplicate` for the name, `server.busy`.
 */
export async function register(
  deps: AuthenticationDeps,
  body: RegisterBody,
  origin: Origin,
): Promise<LoginAnswer> {
  const { db } = deps.database;
  const { ip, now } = origin;
  const { password, code = '', uuid = '', device, ...profile } = body;
  const log = (msg: string) =>
    deps.loginLog.write(db, { username: profile.username, userId: null, ok: false, ...origin, msg });

  if (!(await deps.settings())['registration.enabled']) throw new AppError('registration.closed');
  await deps.throttles.register.count(origin);
  assertGoodPassword(password, profile.username, false, 'password');
  if (deps.loginCaptcha && !(await consumeCaptcha(db, uuid, code, now))) {
    await log('注册：验证码错误');
    throw new AppError('login.captcha');
  }
  const passwordHash = await hashPassword(password, `address/${addressKey(ip)}`);
  const user = await insertCustomer(db, { ...profile, passwordHash }, now).catch(async (error: unknown) => {
    if (!isDuplicate(error)) throw error;
    await log('注册：用户名已被使用');
    throw fieldError('username', '用户名已被使用', 'record.duplicate');
  });
  const signIn = { username: profile.username, device };
  const answer = await openSession(deps, user, signIn, origin, () => Promise.resolve('注册并登录'));
  // Only an administrator could have disabled or deleted the user within milliseconds.
  if (!answer) throw new AppError('login.failed');
  return answer;
}

type NewCustomer = Omit<RegisterBody, 'password' | 'code' | 'uuid' | 'device'> & { passwordHash: string };

/** Inserts the account with its role in one transaction. Throws `registration.closed` without an enabled role. */
function insertCustomer(db: Database['db'], customer: NewCustomer, now: Date): Promise<User> {
  return db.transaction(async (tx) => {
    // Status 2: enabled.
    const [role] = await tx
      .select({ roleId: roles.roleId })
      .from(roles)
      .where(and(eq(roles.roleKey, ROLE_KEY), eq(roles.status, ENABLED_TEXT), isNull(roles.deletedAt)));
    if (!role) throw new AppError('registration.closed');
    const user = onlyRow(
      await tx
        .insert(users)
        .values({
          ...customer,
          usernameKey: usernameKey(customer.username),
          remark: '自助注册',
          createdAt: now,
          updatedAt: now,
        })
        .returning(),
    );
    await tx.insert(userRoles).values({ userId: user.userId, roleId: role.roleId });
    return user;
  });
}
