import { and, asc, eq, inArray, isNull, not } from 'drizzle-orm';
import type { QueryOf } from '#contract/kernel/endpoint.ts';
import { configs as endpoints, type Config, type ConfigInput } from '#contract/system/settings.ts';
import type { Database, Db } from '#server/db/database.ts';
import { contains } from '#server/db/list-query.ts';
import { recordStore, withWireTimes, type FiltersOf, type RecordStore } from '#server/db/record-store.ts';
import { configs } from '#server/db/schema.ts';
import { fieldError } from '#server/http/app-error.ts';
import { recordRoutes } from '#server/http/record-routes.ts';
import type { App } from '#server/http/route.ts';
import { advanceRevision } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { definitionOf, settings } from '#server/modules/settings/settings-definitions.ts';
import { toStoredText } from './tag-limits.service.ts';
import { errorOf } from './typed-settings.service.ts';

const { id, configName, configKey, isFrontend, createdAt } = configs;
type Filters = FiltersOf<QueryOf<typeof endpoints.list>>;
type Store = RecordStore<Config, ConfigInput, Filters>;

/** A condition for the product's own settings. */
const isBuiltIn = inArray(configKey, Object.keys(settings));

const plainStore: Store = recordStore<typeof configs, Config, ConfigInput, Filters>({
  table: configs,
  id,
  present: (stored) =>
    stored.map((row) => ({ ...withWireTimes(row), configType: definitionOf(row.configKey) ? 'Y' : 'N' })),
  where: (query) => [
    contains(configName, query.configName),
    contains(configKey, query.configKey),
    query.configType === undefined ? undefined : query.configType === 'Y' ? isBuiltIn : not(isBuiltIn),
    query.isFrontend === undefined ? undefined : eq(isFrontend, query.isFrontend),
  ],
  sortable: { id, configName, configKey, createdAt },
  order: [asc(id)],
});

/** Each write first advances the revision that caches of settings compare. */
const store: Store = {
  ...plainStore,
  async insert(tx, input, by) {
    await advanceRevision(tx, 'settings');
    return plainStore.insert(tx, input, by);
  },
  async update(tx, configId, input, by) {
    await advanceRevision(tx, 'settings');
    const stored = (await plainStore.find(tx, configId))?.configValue ?? '';
    const result = await toStoredText(tx, input.configKey, input.configValue, stored);
    return plainStore.update(
      tx,
      configId,
      'text' in result ? { ...input, configValue: result.text } : input,
      by,
    );
  },
  async remove(tx, ids, by) {
    await advanceRevision(tx, 'settings');
    return plainStore.remove(tx, ids, by);
  },
};

/** The product's own settings keep their key and visibility, and accept only valid values. */
async function checkBuiltIn(tx: Db, input: ConfigInput, configId: number | undefined): Promise<void> {
  const before = configId === undefined ? undefined : await plainStore.find(tx, configId);
  if (!before || before.configType === 'N') return;
  if (input.configKey !== before.configKey) refuse('configKey', '内置参数的键名不能修改');
  if (input.isFrontend !== before.isFrontend) refuse('isFrontend', '内置参数是否公开不能修改');
  const error = errorOf(input.configKey, input.configValue);
  if (error !== undefined) refuse('configValue', error);
  const result = await toStoredText(tx, input.configKey, input.configValue, before.configValue);
  if ('error' in result) refuse('configValue', result.error);
}

function refuse(field: string, msg: string): never {
  throw fieldError(field, msg);
}

/** Why these parameters cannot be deleted, as a sentence; undefined if they can. */
async function describeBuiltIn(tx: Db, ids: readonly number[]): Promise<string | undefined> {
  const builtIn = await tx
    .select({ name: configName })
    .from(configs)
    .where(and(inArray(id, [...ids]), isBuiltIn, isNull(configs.deletedAt)));
  return builtIn.length === 0
    ? undefined
    : `${builtIn.map((row) => row.name).join('、')} 是内置参数，不能删除`;
}

export function configRoutes(app: App, database: Database): void {
  recordRoutes(app, database, endpoints, store, {
    title: '参数',
    check: checkBuiltIn,
    deletionRefusal: describeBuiltIn,
    loggable: withoutSecret,
  });
}

const secretKey = /passw|secret|token|credential|apikey|api[._-]key|private/i;

/** Hides the value of a parameter whose name suggests a secret from the operation log. */
function withoutSecret<T extends { configKey: string; configValue: string }>(config: T): T {
  return secretKey.test(config.configKey) ? { ...config, configValue: '******' } : config;
}
