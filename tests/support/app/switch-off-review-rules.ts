import type { ClientBase } from 'pg';

/** Switches off the rules that are on from the first start: most tests order parts of any size and number. */
export async function switchOffReviewRules(client: ClientBase): Promise<void> {
  await client.query('update gate_rule set status = 1 where status = 2');
}
