import { registration } from '#contract/registration.ts';
import { sessions } from '#contract/sessions.ts';
import { route, type App } from '#server/http/route.ts';
import { createSemaphore } from '#server/http/semaphore.ts';
import { readSmallAvatar } from '#server/modules/pictures/pictures.service.ts';
import { issueCaptcha } from './captcha.ts';
import { register } from './register.service.ts';
import { deleteSession, insertLoginLog, listMenuTree } from './authentication.queries.ts';
import { login, setOwnPassword, type AuthenticationDeps } from './authentication.service.ts';
import { addressKey, countRequest } from './throttle.service.ts';

const CAPTCHAS_PER_MINUTE = 20;
/** Keeps a flood of sign-ins from taking the database's connections: most of it gets `server.busy` at once. */
const signIns = createSemaphore({ permits: 2, queue: 32 });

export function authenticationRoutes(app: App, deps: AuthenticationDeps): void {
  const { db } = deps.database;

  route(app, sessions.captcha, async ({ ip, now }) => {
    if (!deps.loginCaptcha) return { id: '', data: '', enabled: false };
    await countRequest(db, `captcha/${addressKey(ip)}`, CAPTCHAS_PER_MINUTE, 60, now);
    return { ...(await issueCaptcha(db, now)), enabled: true };
  });
  route(
    app,
    sessions.login,
    ({ body, ip, userAgent, now }) => login(deps, body, { ip, userAgent, now }),
    signIns,
  );
  route(app, registration.register, ({ body, ip, userAgent, now }) =>
    register(deps, body, { ip, userAgent, now }),
  );
  route(app, sessions.logout, async ({ session, ip, userAgent, now }) => {
    const { userId, username } = session;
    await db.transaction(async (tx) => {
      await deleteSession(tx, session.sessionId);
      await insertLoginLog(tx, { userId, username, ok: true, ip, userAgent, msg: '退出成功', now });
    });
    return null;
  });
  route(app, sessions.info, async ({ session: { grant, ...user } }) => {
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
  route(app, sessions.menus, ({ session }) => listMenuTree(db, session));
  route(app, sessions.setPassword, ({ body, session, now }) => setOwnPassword(deps, session, body, now));
}
