import { sql } from 'drizzle-orm';
import type { LineActual } from '#contract/orders/actuals.ts';
import type { Api, Envelope } from '../app/api.ts';

/** Puts an order into production directly, without its moves. */
export async function produce({ database: { db } }: Pick<Api, 'database'>, id: number): Promise<void> {
  await db.execute(
    sql`update orders set status = 'producing', placed_at = coalesce(placed_at, now()) where id = ${id}`,
  );
}

/** Enters the actual figures of a line, as an administrator by default. */
export const enterActual = (
  app: Api,
  id: number,
  entry: object,
  who: { as?: string; token?: string } = { as: 'admin' },
): Promise<Envelope> =>
  app.send('PUT', `/order/${id}/actual`, { ...who, body: { lineNo: 1, version: 0, ...entry } });

/** The actual figures of an order's lines, as users who see costs read them. */
export async function readActuals(app: Api, id: number): Promise<LineActual[]> {
  return (await app.send('GET', `/order/${id}/actual`, { as: 'admin' })).data;
}

/** Enters the cost of a machine hour, in yuan. */
export async function enterHourCost(
  app: Api,
  materialTag: string,
  after: number,
  before: number | null = null,
) {
  const body = { changes: [{ kind: 'hour', materialTag, before, after }] };
  const saved = await app.send('PUT', '/cost', { as: 'admin', body });
  if (saved.status !== 200) throw new Error(`PUT /cost: ${saved.msg}`);
}
