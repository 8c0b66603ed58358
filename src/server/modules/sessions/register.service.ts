import { and, eq, isNull } from 'drizzle-orm';
import type { RegisterBody } from '#contract/registration.ts';
import type { LoginAnswer } from '#contract/sessions.ts';
import type { Database } from '#server/db/database.ts';
import { roles, userRoles, users } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { consumeCaptcha } from './captcha.ts';
import { assertGoodPassword } from './password-rules.service.ts';
import { hashPassword } from './passwords.service.ts';
import { insertLoginLog, type User } from './sessions.queries.ts';
import { openSession, type Origin, type SessionDeps } from './sessions.service.ts';
import { addressKey, countRequest, usernameKey } from './throttle.service.ts';

/** Attempts of one address in an hour, whatever comes of them. */
const PER_HOUR = 20;
const HOUR_S = 3600;

/** The role of whoever registers: what it may do is the shop's to say. */
const ROLE_KEY = 'customer';

/**
 * Creates a customer's account and signs it in. As at the login, limits come first; a captcha that was checked is used
 * up whatever comes of it. Throws `registration.closed`, `request.throttled`, `login.captcha`, `request.invalid` for the
 * password, `record.duplicate` for the name, `server.busy`.
 */
export async function register(deps: SessionDeps, body: RegisterBody, origin: Origin): Promise<LoginAnswer> {
  const { db } = deps.database;
  const { ip, now } = origin;
  const { password, code = '', uuid = '', ...person } = body;
  const log = (msg: string) =>
    insertLoginLog(db, { username: person.username, userId: null, ok: false, ...origin, msg });

  if (!(await deps.settings())['registration.enabled']) throw new AppError('registration.closed');
  await countRequest(db, `register/${addressKey(ip)}`, PER_HOUR, HOUR_S, now);
  assertGoodPassword(password, person.username, false, 'password');
  if (deps.loginCaptcha && !(await consumeCaptcha(db, uuid, code, now))) {
    await log('注册：验证码错误');
    throw new AppError('login.captcha');
  }
  const passwordHash = await hashPassword(password);
  const user = await insertCustomer(db, { ...person, passwordHash }, now).catch(async (error: unknown) => {
    if (!isDuplicate(error)) throw error;
    await log('注册：用户名已被使用');
    const msg = '用户名已被使用';
    throw new AppError('record.duplicate', { msg, fields: { username: msg } });
  });
  const answer = await openSession(deps, user, person.username, origin, () => Promise.resolve('注册并登录'));
  // Only an administrator could have disabled or deleted it within these milliseconds.
  if (!answer) throw new AppError('login.failed');
  return answer;
}

type NewCustomer = Omit<RegisterBody, 'password' | 'code' | 'uuid'> & { passwordHash: string };

/** The account with its role, or neither. Throws `registration.closed` while there is no such role. */
function insertCustomer(db: Database['db'], customer: NewCustomer, now: Date): Promise<User> {
  return db.transaction(async (tx) => {
    const [role] = await tx
      .select({ roleId: roles.roleId })
      .from(roles)
      .where(and(eq(roles.roleKey, ROLE_KEY), eq(roles.status, '2'), isNull(roles.deletedAt)));
    if (!role) throw new AppError('registration.closed');
    const [user] = await tx
      .insert(users)
      .values({
        ...customer,
        usernameKey: usernameKey(customer.username),
        remark: '自助注册',
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!user) throw new Error('an insert returned no row');
    await tx.insert(userRoles).values({ userId: user.userId, roleId: role.roleId });
    return user;
  });
}

/** Somebody has this name, perhaps since a moment ago: the index decides. */
function isDuplicate(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && 'code' in cause && cause.code === '23505';
}
