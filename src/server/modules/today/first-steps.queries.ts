import { sql } from 'drizzle-orm';
import { hasPermission } from '#domain/permissions.ts';
import type { PermissionCode } from '#contract/permissions.ts';
import { FIRST_STEPS, type FirstStep, type TodayWork } from '#contract/today.ts';
import type { Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';

const permissionOf: Readonly<Record<FirstStep, PermissionCode>> = {
  company: 'admin:sysConfigSet:update',
  address: 'admin:sysConfigSet:update',
  materials: 'mfr:material:add',
  processes: 'mfr:process:add',
  prices: 'mfr:price:edit',
  limits: 'mfr:gateRule:edit',
  customers: 'admin:sysUser:add',
};

type State = Record<FirstStep, boolean> & { hasOrders: boolean };

/** The steps of a new shop that the holder of these permissions may take; none once there is an order or all are done. */
export async function readFirstSteps(db: Db, permissions: ReadonlySet<string>): Promise<TodayWork['steps']> {
  const own = FIRST_STEPS.filter((step) => hasPermission(permissions, permissionOf[step]));
  if (own.length === 0) return [];
  // The first start creates accounts without an author, and sample prices without a history.
  const { rows } = await db.execute<State>(sql`
    select
      exists (select from orders) as "hasOrders",
      exists (select from sys_config where config_key in ('company.address', 'company.phone') and config_value <> ''
        and deleted_at is null) as company,
      exists (select from sys_config where config_key = 'site.url' and config_value <> '' and deleted_at is null) as address,
      exists (select from material where deleted_at is null) as materials,
      exists (select from process where deleted_at is null) as processes,
      exists (select from price_change) as prices,
      exists (select from gate_rule where status = 2 and deleted_at is null) as limits,
      exists (select from sys_user where create_by <> 0 and deleted_at is null) as customers`);
  const state = onlyRow(rows);
  const steps = own.map((step) => ({ step, isDone: state[step] }));
  return state.hasOrders || steps.every(({ isDone }) => isDone) ? [] : steps;
}
