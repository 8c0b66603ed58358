import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { BodyOf } from '#contract/kernel/endpoint.ts';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { settings as contract, TypedSetting } from '#contract/system/settings.ts';
import { isTagLimit } from '#geometry/checks/shop-limits.ts';
import type { Database, Db } from '#server/db/database.ts';
import { stampOfChange, type ChangedBy } from '#server/db/record-store.ts';
import { configs, users } from '#server/db/schema.ts';
import { AppError, throwFieldErrors } from '#server/http/app-error.ts';
import { advanceRevision } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { definitionOf, settings } from '#server/modules/settings/settings-definitions.ts';
import { toStoredText } from './tag-limits.service.ts';

const keys = Object.keys(settings);

/** The product's settings in the order of their definitions, each with its input type and its last editor. */
export async function listTypedSettings(db: Db): Promise<TypedSetting[]> {
  const rows = await db
    .select({ config: configs, updatedBy: users.nickName })
    .from(configs)
    .leftJoin(users, eq(users.userId, configs.updateBy))
    .where(and(inArray(configs.configKey, keys), isNull(configs.deletedAt)));
  const stored = new Map(rows.map((row) => [row.config.configKey, row]));
  return keys.flatMap((key) => {
    const definition = definitionOf(key);
    const row = stored.get(key);
    if (!definition || !row) return [];
    const { configKey, configName, configValue, isFrontend, version, updatedAt } = row.config;
    // The stored remark may be from the first installed version.
    const { initial, group, kind, min, max, options, remark } = definition;
    return {
      configKey,
      configName,
      configValue,
      initial,
      group,
      kind,
      min,
      max,
      options,
      ...(isTagLimit(configKey) ? { isByTag: true } : {}),
      isFrontend,
      remark,
      version,
      updatedBy: row.updatedBy ?? '',
      updatedAt: updatedAt.toISOString(),
    };
  });
}

type Changes = BodyOf<typeof contract.save>;

/**
 * Saves some settings, all or none, and returns all of them. Throws `request.invalid` naming every invalid value,
 * `record.changed` with the current list when a version is stale.
 */
export async function saveTypedSettings(
  { db }: Database,
  changes: Changes,
  by: ChangedBy,
  audit: (changes: Record<string, unknown>) => void,
): Promise<TypedSetting[]> {
  assertValid(changes);
  return db.transaction(async (tx) => {
    await advanceRevision(tx, 'settings');
    const before = new Map((await listTypedSettings(tx)).map((row) => [row.configKey, row]));
    const texts = await toStoredTexts(tx, changes, before);
    const changed: Record<string, [unknown, unknown]> = {};
    const ids: number[] = [];
    for (const [index, { configKey, version }] of changes.entries()) {
      const configValue = texts[index] ?? '';
      const old = before.get(configKey)?.configValue;
      // A client without versions sends all settings; unchanged ones keep their version.
      if (version === undefined && old === configValue) continue;
      const saved = await tx
        .update(configs)
        .set({ configValue, ...stampOfChange(configs, by) })
        .where(
          and(
            eq(configs.configKey, configKey),
            version === undefined ? undefined : eq(configs.version, version),
            isNull(configs.deletedAt),
          ),
        )
        .returning({ id: configs.id });
      if (saved.length === 0) throw new AppError('record.changed', { data: [...before.values()] });
      if (old === configValue) continue;
      changed[configKey] = [old ?? null, configValue];
      ids.push(...saved.map(({ id }) => id));
    }
    // The ids make the operation part of the records' histories.
    audit({ ids, ...changed });
    return listTypedSettings(tx);
  });
}

/** The texts to store. Throws `request.invalid` naming every value with an unknown material tag. */
async function toStoredTexts(
  tx: Db,
  changes: Changes,
  before: ReadonlyMap<string, TypedSetting>,
): Promise<string[]> {
  const fields: FieldErrors = {};
  const texts: string[] = [];
  for (const [index, { configKey, configValue }] of changes.entries()) {
    const stored = before.get(configKey)?.configValue ?? '';
    const result = await toStoredText(tx, configKey, configValue, stored);
    if ('error' in result) fields[`${index}.configValue`] = result.error;
    else texts.push(result.text);
  }
  throwFieldErrors(fields);
  return texts;
}

function assertValid(changes: Changes): void {
  const fields: FieldErrors = {};
  const seenKeys = new Set<string>();
  for (const [index, { configKey, configValue }] of changes.entries()) {
    const error = seenKeys.has(configKey) ? '同一个参数只能出现一次' : errorOf(configKey, configValue);
    if (error !== undefined) fields[`${index}.configValue`] = error;
    seenKeys.add(configKey);
  }
  throwFieldErrors(fields);
}

/** What is wrong with the value of this setting, in Chinese; undefined if it is valid. */
export function errorOf(configKey: string, configValue: string): string | undefined {
  const definition = definitionOf(configKey);
  if (!definition) return `没有名为“${configKey}”的参数`;
  if (definition.read(configValue) !== undefined) return undefined;
  const { name, kind, min, max, remark, options = {} } = definition;
  if (kind === 'whole') return `${name}应为 ${min} 到 ${max} 的整数`;
  if (kind === 'decimal') return `${name}应为 ${min} 到 ${max} 的数字，最多两位小数`;
  if (kind === 'days') return `${name}应为以逗号分隔的日期，形如 2027-01-01`;
  if (kind === 'url') return `${name}应以 https:// 或 http:// 开头`;
  if (kind === 'switch') return `${name}应为 on 或 off`;
  if (kind === 'choice') return `${name}应为 ${Object.keys(options).join(' 或 ')}`;
  if (kind === 'picture') return `${name}应为已上传图片的编号`;
  return configValue.trim() === '' ? `请输入${name}` : `${name}的格式不正确。${remark}`;
}
