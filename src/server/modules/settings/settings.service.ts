import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { configs } from '#server/db/schema.ts';
import { oncePerRevision } from '#server/system/once-per-revision.ts';
import type { Setting } from './setting-kinds.ts';
import { definitionOf, settings, type Settings } from './settings-definitions.ts';

export type { Settings };

const notDeleted = isNull(configs.deletedAt);

/**
 * Inserts the settings missing in the table: all at the first start, later those of a new version.
 * @param samples values in place of the initial ones
 */
export async function addMissingSettings(
  db: Db,
  samples: Partial<Record<string, string>> = {},
): Promise<void> {
  const rows = Object.keys(settings).flatMap((configKey) => {
    const definition = definitionOf(configKey);
    return definition
      ? {
          configKey,
          configName: definition.name,
          configValue: samples[configKey] ?? definition.initial,
          isFrontend: definition.isPublic ? '1' : '0',
          remark: definition.remark,
        }
      : [];
  });
  await db.insert(configs).values(rows).onConflictDoNothing();
}

/** The current settings, with defaults for missing or invalid values. */
export async function loadSettings(db: Db): Promise<Settings> {
  const rows = await db
    .select({ key: configs.configKey, value: configs.configValue })
    .from(configs)
    .where(notDeleted);
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  const readSetting = ([key, { initial, read }]: [string, Setting<unknown>]) => {
    const value = stored.get(key);
    return [key, (value === undefined ? undefined : read(value)) ?? read(initial)];
  };
  return Object.fromEntries(Object.entries(settings).map(readSetting)) as Settings;
}

const publicKeys = Object.entries<Setting<unknown>>(settings).flatMap(([key, { isPublic }]) =>
  isPublic ? [key] : [],
);

/** The public settings as stored, for pages without a session. Includes rows that an older version stored as not public. */
export async function listPublicSettings(db: Db): Promise<Record<string, string>> {
  const rows = await db
    .select({ key: configs.configKey, value: configs.configValue })
    .from(configs)
    .where(and(notDeleted, or(eq(configs.isFrontend, '1'), inArray(configs.configKey, publicKeys))));
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

/** Reads the settings once per revision; without a revision, every time. */
export type SettingsReader = (revision?: number) => Promise<Settings>;

/** `onRead` is called with the settings after each read. */
export function createSettingsReader(
  db: Db,
  onRead: (settings: Settings) => void = () => undefined,
): SettingsReader {
  const read = async () => {
    const settings = await loadSettings(db);
    onRead(settings);
    return settings;
  };
  const readOnce = oncePerRevision(read);
  return (revision) => (revision === undefined ? read() : readOnce(revision));
}
