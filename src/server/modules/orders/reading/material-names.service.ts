import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { contains } from '#server/db/list-query.ts';

/** The names of sold materials that contain the text. A loose index scan: one lookup per distinct name. */
export async function listMaterialNames(db: Db, text: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    with recursive sold as (
      (select material_name as name from order_item order by material_name limit 1)
      union all
      select (select material_name from order_item where material_name > sold.name order by material_name limit 1)
      from sold where sold.name is not null
    )
    select name from sold where ${contains(sql`name`, text)}`);
  return rows.map((row) => row.name);
}
