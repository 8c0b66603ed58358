import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { configs } from '#server/db/schema.ts';
import { settings, type Setting, type Settings } from './settings-definitions.ts';

export type { Settings };

const isLiving = isNull(configs.deletedAt);

/** Gives every setting that the table lacks its row: all of them at the first start, later those of a new version. */
export async function addMissingSettings(db: Db): Promise<void> {
  const rows = Object.entries<Setting<unknown>>(settings).map(([configKey, definition]) => ({
    configKey,
    configName: definition.name,
    configValue: definition.initial,
    isFrontend: definition.isPublic ? '1' : '0',
    remark: definition.remark,
  }));
  await db.insert(configs).values(rows).onConflictDoNothing();
}

/** The settings as they stand, each with its default where the table has no valid value. */
export async function loadSettings(db: Db): Promise<Settings> {
  const rows = await db
    .select({ key: configs.configKey, value: configs.configValue })
    .from(configs)
    .where(isLiving);
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  const read = ([key, { initial, read }]: [string, Setting<unknown>]) => {
    const value = stored.get(key);
    return [key, (value === undefined ? undefined : read(value)) ?? read(initial)];
  };
  return Object.fromEntries(Object.entries(settings).map(read)) as Settings;
}

/** The public ones as stored, for pages that nobody has signed in to. */
export async function listPublicSettings(db: Db): Promise<Record<string, string>> {
  const rows = await db
    .select({ key: configs.configKey, value: configs.configValue })
    .from(configs)
    .where(and(isLiving, eq(configs.isFrontend, '1')));
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

/** The settings of a revision, read once; without a revision they are read anew. */
export type SettingsReader = (revision?: number) => Promise<Settings>;

export function createSettingsReader(db: Db): SettingsReader {
  let current: { revision: number; settings: Promise<Settings> } | undefined;
  return (revision) => {
    if (revision === undefined) return loadSettings(db);
    if (current?.revision === revision) return current.settings;
    const entry = { revision, settings: loadSettings(db) };
    current = entry;
    entry.settings.catch(() => {
      if (current === entry) current = undefined;
    });
    return entry.settings;
  };
}
