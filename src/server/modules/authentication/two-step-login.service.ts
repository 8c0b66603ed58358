import type { BodyOf } from '#contract/kernel/endpoint.ts';
import type { secondFactor } from '#contract/people/second-factor.ts';
import type { LoginAnswer } from '#contract/people/authentication.ts';
import type { Db } from '#server/db/database.ts';
import type { Origin } from '#server/fairness/address-throttle.ts';
import { AppError } from '#server/http/app-error.ts';
import { countAttempt, deleteTicket, findTicketUser } from './login-tickets.queries.ts';
import { consumeCode } from './second-factor.queries.ts';
import { codeKey, wrongCodeError } from './second-factor.service.ts';
import { getUser } from './authentication.queries.ts';
import { openSession, type AuthenticationDeps } from './authentication.service.ts';
import type { LoginEvent } from './login-log.service.ts';
import { claimAttempt, forgetFailures } from '#server/fairness/stored-throttle.ts';

/**
 * The second step of a sign-in, with the ticket of the first step and a code. Wrong codes delay the account for all IP
 * addresses, because the sender knows the password. Attempts are counted before the code is checked, so that
 * simultaneous ones count like consecutive ones.
 * Throws `login.ticket`, `login.throttled`, `request.invalid` for the code, `login.failed`.
 */
export async function loginWithCode(
  deps: AuthenticationDeps,
  { ticket, code, device }: BodyOf<typeof secondFactor.login>,
  origin: Origin,
): Promise<LoginAnswer> {
  const { db } = deps.database;
  const { now } = origin;
  const logFailure = async (error: AppError, msg: string, user: Pick<LoginEvent, 'userId' | 'username'>) => {
    await deps.loginLog.write(db, { ...user, ...origin, ok: false, msg });
    return error;
  };
  const userId = await findTicketUser(db, ticket, now);
  if (userId === undefined) {
    throw await logFailure(new AppError('login.ticket'), '双重验证：凭据无效或已过期', {
      userId: null,
      username: '',
    });
  }
  const user = await getUser(db, userId);
  try {
    await claimAttempt(db, codeKey(userId), now);
    if (!(await countAttempt(db, ticket, now))) throw new AppError('login.ticket');
    const answer = await openSession(deps, user, { username: user.username, device }, origin, async (tx) => {
      if (!(await deleteTicket(tx, ticket))) throw new AppError('login.ticket');
      return verifyCode(tx, userId, code, now);
    });
    if (!answer) throw new AppError('login.failed');
    await forgetFailures(db, codeKey(userId));
    return answer;
  } catch (error) {
    if (error instanceof AppError) throw await logFailure(error, reasonOf(error), user);
    throw error;
  }
}

/** Consumes the code and returns the log message of the sign-in. Throws `request.invalid`. */
async function verifyCode(tx: Db, userId: number, code: string, now: Date): Promise<string> {
  const kind = await consumeCode(tx, userId, code, now);
  if (!kind) throw wrongCodeError();
  return kind === 'device' ? '登录成功' : '使用恢复码登录成功';
}

function reasonOf({ error }: AppError): string {
  if (error === 'login.throttled') return '双重验证：尝试过于频繁';
  if (error === 'login.ticket') return '双重验证：凭据无效或已过期';
  if (error === 'login.failed') return '登录期间密码或状态已变更';
  return '双重验证：验证码错误';
}
