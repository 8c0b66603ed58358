import { settings } from '#contract/settings.ts';
import type { Db } from '#server/db/database.ts';
import { route, type App } from '#server/http/route.ts';
import { listPublicSettings } from './settings.service.ts';

/** `loginCaptcha`: whether a sign-in asks for the picture; `version`: of the software, so that clients drop caches. */
export function settingsRoutes(app: App, { db, loginCaptcha }: { db: Db; loginCaptcha: boolean }): void {
  route(app, settings.appConfig, async () => ({
    ...(await listPublicSettings(db)),
    'login.captcha': loginCaptcha ? 'on' : 'off',
    'server.version': app.version,
  }));
}
