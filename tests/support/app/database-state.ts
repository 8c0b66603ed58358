import type { Database } from '#server/db/database.ts';
import { foldParts } from '#server/modules/parts/fold-parts.service.ts';

/**
 * Refused requests may write logs, throttles and captchas. Only the number of sessions is compared, because their
 * last-seen time changes.
 */
const exempt = new Set(['sys_login_log', 'sys_opera_log', 'throttle', 'captcha', 'session']);
/** Derived from orders by triggers, and folded by a running server at any time. */
const derived = new Set(['order_change', 'order_day_sum', 'order_material_sum', 'order_status_sum']);
/** Changed by a running server: the progress of announcing orders to the shop. */
const changedByServer: Readonly<Record<string, string>> = { revision: "name <> 'orders_announced'" };

/**
 * A fingerprint of every table whose rows a refused request must leave alone: the number of rows and the position
 * and transaction of each, which reveals any insert, update or delete, even of the same values.
 */
export async function stateOf(database: Database): Promise<Record<string, string>> {
  const { pool } = database;
  await foldAllParts(database);
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const names = tables.map((table) => table.name).filter((name) => !exempt.has(name) && !derived.has(name));
  const prints = names.map(
    (name) =>
      `select '${name}' as name, count(*) || '/' || coalesce(sum(hashtext(ctid::text || xmin::text)), 0) as print
       from "${name}" where ${changedByServer[name] ?? 'true'}`,
  );
  prints.push("select 'session', count(*)::text from session");
  const { rows } = await pool.query<{ name: string; print: string }>(prints.join(' union all '));
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}

/** Adds the parts of earlier orders to the library, as a running server does in the background. */
async function foldAllParts(database: Database): Promise<void> {
  for (;;) {
    await foldParts(database);
    const { rows } = await database.pool.query('select from part_change limit 1');
    if (rows.length === 0) return;
  }
}
