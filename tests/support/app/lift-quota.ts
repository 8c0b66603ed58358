import type { ClientBase, Pool } from 'pg';

/** Lifts the limit of quotations that a customer may make per hour. */
export async function liftQuota(client: ClientBase | Pool): Promise<void> {
  await client.query("update sys_config set config_value = '0' where config_key = 'quote.perHour'");
  await client.query("update revision set value = value + 1 where name = 'settings'");
}
