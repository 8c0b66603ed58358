import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { DatabaseError, type ClientBase } from 'pg';
import type { DataOf } from '#contract/kernel/endpoint.ts';
import type { documents, QuotationDocument } from '#contract/orders/documents.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';

/** The responses of version 0.1.0 about its records. */
interface Facts {
  /** An instant at which its session, quotation and link are valid. */
  at: string;
  token: string;
  userId: number;
  quotedId: number;
  placedId: number;
  producingId: number;
  code: string;
  share: string;
  /** By id, as its customer read them. */
  orders: Record<string, OrderWithExt>;
  document: QuotationDocument;
  verify: DataOf<typeof documents.verify>;
  shared: QuotationDocument;
  /** Hash of the quotation's PDF. */
  pdfSha256: string;
}

/** The number of migrations that version 0.1.0 has. */
export const MIGRATIONS_OF_0_1_0 = 10;

/**
 * An installation of version 0.1.0 as its own code filled it: the sample catalogue and a customer with a quotation in its
 * second revision, a sealed document and a link, a placed order, and one in production.
 */
const { tables, facts } = JSON.parse(
  gunzipSync(readFileSync(new URL('installation-0.1.0.json.gz', import.meta.url))).toString(),
) as { tables: Record<string, object[]>; facts: Facts };

export const factsOf010 = facts;

/** Fills a database that has the migrations of 0.1.0 and no rows. */
export async function fillWith010(client: ClientBase): Promise<void> {
  let left = Object.entries(tables);
  while (left.length > 0) {
    const later: typeof left = [];
    for (const [table, rows] of left) {
      // oxlint-disable-next-line no-await-in-loop -- a table waits for those that it refers to
      if (!(await insert(client, table, rows))) later.push([table, rows]);
    }
    if (later.length === left.length)
      throw new Error(`rows refer to none: ${later.map(([name]) => name).join(', ')}`);
    left = later;
  }
  const { rows: serials } = await client.query<{ table: string; column: string }>(`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and (is_identity = 'YES' or column_default like 'nextval%')`);
  for (const { table, column } of serials) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await client.query(
      `select setval(pg_get_serial_sequence('"${table}"', '${column}'), max("${column}")) from "${table}"`,
    );
  }
}

const FOREIGN_KEY = '23503';

/** False where rows of another table are missing. */
async function insert(client: ClientBase, table: string, rows: object[]): Promise<boolean> {
  try {
    await client.query(
      `insert into "${table}" overriding system value select * from jsonb_populate_recordset(null::"${table}", $1)`,
      [JSON.stringify(rows)],
    );
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === FOREIGN_KEY) return false;
    throw error;
  }
}
