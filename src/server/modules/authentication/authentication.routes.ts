import { registration } from '#contract/people/registration.ts';
import { authentication } from '#contract/people/authentication.ts';
import { route, type App } from '#server/http/route.ts';
import { signIns } from '#server/fairness/limits.ts';
import { readSmallAvatar } from '#server/modules/pictures/pictures.service.ts';
import { issueCaptcha } from './captcha.ts';
import { register } from './register.service.ts';
import { deleteSession, listMenuTree } from './authentication.queries.ts';
import { login, setOwnPassword, type AuthenticationDeps } from './authentication.service.ts';

export function authenticationRoutes(app: App, deps: AuthenticationDeps): void {
  const { database, throttles, loginLog } = deps;
  const { db } = database;

  route(app, authentication.captcha, async ({ ip, userAgent, now }) => {
    if (!deps.loginCaptcha) return { id: '', data: '', enabled: false };
    await throttles.captcha.count({ ip, userAgent, now });
    return { ...(await issueCaptcha(db, now)), enabled: true };
  });
  route(
    app,
    authentication.login,
    ({ body, ip, userAgent, now }) => login(deps, body, { ip, userAgent, now }),
    {
      throttle: throttles.login,
      semaphore: signIns,
    },
  );
  route(
    app,
    registration.register,
    ({ body, ip, userAgent, now }) => register(deps, body, { ip, userAgent, now }),
    { throttle: throttles.register, semaphore: signIns },
  );
  route(app, authentication.logout, async ({ session, ip, userAgent, now }) => {
    const { userId, username } = session;
    await db.transaction(async (tx) => {
      await deleteSession(tx, session.sessionId);
      await loginLog.write(tx, { userId, username, ok: true, ip, userAgent, msg: '退出成功', now });
    });
    return null;
  });
  route(app, authentication.info, async ({ session: { grant, ...user } }) => {
    const permissions = [...grant.permissions];
    return {
      userId: user.userId,
      userName: user.username,
      name: user.nickName,
      avatar: await readSmallAvatar(db, user.userId),
      deptId: user.deptId,
      roles: [...grant.roleKeys],
      permissions,
      buttons: permissions,
      mustChangePassword: user.mustChangePassword,
      mustSetUpSecondFactor: user.mustSetUpSecondFactor,
    };
  });
  route(app, authentication.menus, ({ session }) => listMenuTree(db, session));
  route(app, authentication.setPassword, ({ body, session, now }) =>
    setOwnPassword(deps, session, body, now),
  );
}
