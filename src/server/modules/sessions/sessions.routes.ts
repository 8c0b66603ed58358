import { registration } from '#contract/registration.ts';
import { sessions } from '#contract/sessions.ts';
import { route, type App } from '#server/http/route.ts';
import { createTurns } from '#server/http/turns.ts';
import { readSmallPortrait } from '#server/modules/pictures/pictures.service.ts';
import { issueCaptcha } from './captcha.ts';
import { register } from './register.service.ts';
import { deleteSession, insertLoginLog, listMenuTree } from './sessions.queries.ts';
import { login, setOwnPassword, type SessionDeps } from './sessions.service.ts';
import { addressKey, countRequest } from './throttle.service.ts';

const CAPTCHAS_PER_MINUTE = 20;
/** A flood of sign-ins must not stand in line for the database before everybody else: most of it hears `server.busy` at once. */
const signIns = { atOnce: 2, waiting: 32 };

export function sessionRoutes(app: App, deps: SessionDeps): void {
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
    createTurns(signIns),
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
      avatar: await readSmallPortrait(db, user.userId),
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
