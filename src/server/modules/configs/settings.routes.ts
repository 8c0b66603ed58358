import { and, eq, isNull } from 'drizzle-orm';
import { hasPermission } from '#domain/permissions.ts';
import { appConfig } from '#contract/system/app-config.ts';
import { settings } from '#contract/system/settings.ts';
import type { Database } from '#server/db/database.ts';
import { configs } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { foundOrThrow } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import { storeSeal, readPicture } from '#server/modules/pictures/pictures.service.ts';
import { definitionOf } from '#server/modules/settings/settings-definitions.ts';
import { listPublicSettings } from '#server/modules/settings/settings.service.ts';
import { listTypedSettings, saveTypedSettings } from './typed-settings.service.ts';

interface SettingsDeps {
  database: Database;
  /** Whether sign-in requires a captcha. */
  loginCaptcha: boolean;
  hasMail: boolean;
}

/** Serves the public settings, whether captcha and mail are on, and the version, so that clients can drop old caches. */
export function settingsRoutes(app: App, { database, loginCaptcha, hasMail }: SettingsDeps): void {
  const { db } = database;
  route(app, appConfig.read, async () => {
    const stored = await listPublicSettings(db);
    return {
      ...stored,
      sys_app_name: stored['site.name'] ?? '',
      'login.captcha': loginCaptcha ? 'on' : 'off',
      'mail.enabled': hasMail ? 'on' : 'off',
      'server.version': app.version,
    };
  });
  route(app, settings.typed, () => listTypedSettings(db));
  route(app, settings.values, async () => {
    const list = await listTypedSettings(db);
    return Object.fromEntries(list.map(({ configKey, configValue }) => [configKey, configValue]));
  });
  route(app, settings.save, ({ body, session, now, audit }) =>
    saveTypedSettings(database, body, { userId: session.userId, now }, audit),
  );
  route(app, settings.uploadPicture, async ({ body, session: { userId }, now, audit }) => {
    const stored = await storeSeal(db, body.image, { userId, now });
    audit({ hash: stored.hash });
    return stored;
  });
  route(app, settings.picture, async ({ params: { key } }) => {
    if (definitionOf(key)?.kind !== 'picture') throw new AppError('record.not_found');
    const setting = (await listTypedSettings(db)).find(({ configKey }) => configKey === key);
    return { image: await readPicture(db, foundOrThrow(setting).configValue) };
  });
  route(app, settings.byKey, async ({ params: { key }, session }) => {
    const seesAll = hasPermission(session.grant.permissions, 'admin:sysConfig:query');
    const isVisible = seesAll ? undefined : eq(configs.isFrontend, '1');
    const [row] = await db
      .select({ configKey: configs.configKey, configValue: configs.configValue })
      .from(configs)
      .where(and(eq(configs.configKey, key), isNull(configs.deletedAt), isVisible));
    return foundOrThrow(row);
  });
}
