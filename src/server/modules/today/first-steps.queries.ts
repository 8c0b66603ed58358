import { and, eq, isNull, sql } from 'drizzle-orm';
import { hasPermission } from '#domain/permissions.ts';
import type { PermissionCode } from '#contract/kernel/permissions.ts';
import { FIRST_STEPS, type FirstStep, type TodayWork } from '#contract/system/today.ts';
import type { Db } from '#server/db/database.ts';
import { stampOfChange, stampOfNew, type ChangedBy } from '#server/db/record-store.ts';
import { configs } from '#server/db/schema.ts';
import type { SettingKey } from '#server/modules/settings/settings-definitions.ts';
import { onlyRow } from '#server/db/only-row.ts';

const permissionOf: Readonly<Record<FirstStep, PermissionCode>> = {
  company: 'admin:sysConfigSet:update',
  address: 'admin:sysConfigSet:update',
  seal: 'admin:sysConfigSet:update',
  tax: 'admin:sysConfigSet:update',
  holidays: 'admin:sysConfigSet:update',
  materials: 'mfr:material:add',
  processes: 'mfr:process:add',
  prices: 'mfr:price:edit',
  limits: 'mfr:gateRule:edit',
  charges: 'mfr:chargeRule:edit',
  mail: 'admin:sysConfigSet:update',
  customers: 'admin:sysUser:add',
};

/** The permissions needed to empty the sample catalogue. */
export const EMPTY_SAMPLES_PERMISSIONS: readonly PermissionCode[] = [
  'mfr:material:remove',
  'mfr:process:remove',
  'mfr:price:edit',
];

/** Key of the setting that lists the confirmed steps, separated by commas. */
const CONFIRMED_KEY = 'start.confirmedSteps';

type State = Record<Exclude<FirstStep, 'mail'>, boolean> & {
  hasOrders: boolean;
  hasSamples: boolean;
  confirmed: string;
};

/**
 * The set-up steps of a new shop that these permissions allow. A step is done once a user has changed the records of the
 * first start, or has confirmed it. Sample prices must be replaced, because customers can order at them.
 */
export async function readFirstSteps(
  db: Db,
  permissions: ReadonlySet<string>,
  hasMail: boolean,
): Promise<Pick<TodayWork, 'steps' | 'hasSamples'>> {
  const allowedSteps = FIRST_STEPS.filter((step) => hasPermission(permissions, permissionOf[step]));
  if (allowedSteps.length === 0) return { steps: [], hasSamples: false };
  // The first start creates records without an author (0), and sample prices without a history.
  const { rows } = await db.execute<State>(sql`
    select
      exists (select from orders) as "hasOrders",
      exists (select from sys_config where config_key in ('company.address', 'company.phone') and config_value <> ''
        and deleted_at is null) as company,
      ${isSet('site.url')} as address,
      ${isSet('company.seal')} as seal,
      ${isChanged('quote.taxNote')} as tax,
      ${isChanged('quote.holidays')} as holidays,
      coalesce((select every(update_by <> 0) from material where deleted_at is null), false) as materials,
      exists (select from process where update_by <> 0 and deleted_at is null) as processes,
      exists (select from price_change where "after" is not null) as prices,
      exists (select from gate_rule where update_by <> 0) as limits,
      exists (select from charge_rule where update_by <> 0) as charges,
      exists (select from material where update_by = 0 and deleted_at is null) as "hasSamples",
      coalesce((select config_value from sys_config where config_key = ${CONFIRMED_KEY} and deleted_at is null), '')
        as confirmed,
      exists (select from sys_user where create_by <> 0 and deleted_at is null) as customers`);
  const state = onlyRow(rows);
  const confirmed = new Set(state.confirmed.split(','));
  const isDone = (step: FirstStep) => confirmed.has(step) || (step === 'mail' ? hasMail : state[step]);
  const steps = allowedSteps.map((step) => ({ step, isDone: isDone(step) }));
  const isSetUp = steps.every((step) => step.isDone) || (state.hasOrders && isDone('prices'));
  if (isSetUp) return { steps: [], hasSamples: false };
  const mayEmptySamples = EMPTY_SAMPLES_PERMISSIONS.every((code) => hasPermission(permissions, code));
  return { steps, hasSamples: state.hasSamples && mayEmptySamples };
}

const isSet = (key: SettingKey) =>
  sql`exists (select from sys_config where config_key = ${key} and config_value <> '' and deleted_at is null)`;

const isChanged = (key: SettingKey) =>
  sql`exists (select from sys_config where config_key = ${key} and update_by <> 0 and deleted_at is null)`;

/** Adds a step to the confirmed ones; the caller advances the revision of the settings in the same transaction. */
export async function confirmStep(tx: Db, step: FirstStep, by: ChangedBy): Promise<void> {
  const isConfirmedStepsRow = and(eq(configs.configKey, CONFIRMED_KEY), isNull(configs.deletedAt));
  const [row] = await tx.select({ value: configs.configValue }).from(configs).where(isConfirmedStepsRow);
  const configValue = [...new Set([...(row?.value.split(',') ?? []), step])].join(',');
  if (row)
    await tx
      .update(configs)
      .set({ configValue, ...stampOfChange(configs, by) })
      .where(isConfirmedStepsRow);
  else
    await tx.insert(configs).values({
      configKey: CONFIRMED_KEY,
      configName: '开始使用：已确认的步骤',
      configValue,
      isFrontend: '0',
      ...stampOfNew(by),
    });
}
