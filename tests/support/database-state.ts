import type { Database } from '#server/db/database.ts';

/** Written by a refused request too: logs, throttles, captchas; of sessions only their number (when each was last seen changes). */
const exempt = new Set(['sys_login_log', 'sys_opera_log', 'throttle', 'captcha', 'session']);
/** Moves by itself while a server runs: how far the orders have been announced to the shop. */
const selfMoving: Readonly<Record<string, string>> = { revision: "name <> 'orders_announced'" };

/**
 * A fingerprint of every table whose rows a refused request must leave alone: the number of rows and the place and
 * transaction of each, so that any insert, update or delete shows, even one that writes the same values.
 */
export async function stateOf({ pool }: Database): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const names = tables.map((table) => table.name).filter((name) => !exempt.has(name));
  const prints = names.map(
    (name) =>
      `select '${name}' as name, count(*) || '/' || coalesce(sum(hashtext(ctid::text || xmin::text)), 0) as print
       from "${name}" where ${selfMoving[name] ?? 'true'}`,
  );
  prints.push("select 'session', count(*)::text from session");
  const { rows } = await pool.query<{ name: string; print: string }>(prints.join(' union all '));
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}
