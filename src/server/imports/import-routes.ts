import { ID_HEAD, type RecordReport } from '#contract/kernel/record-import.ts';
import type { Database } from '#server/db/database.ts';
import { route, type App } from '#server/http/route.ts';
import { advanceRevision } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { assertExportable, tableFile } from '#server/tables/table-file.ts';
import { readTable } from '#server/tables/table-reader.ts';
import type { Cell } from '#server/tables/workbook.ts';
import { writeRows } from './apply-records.ts';
import { cellText, type PlannedRow } from './compare-records.ts';
import { digestOf, planAsPreviewed, readSentFile } from './plan-import.ts';
import { limitErrors } from './read-records.ts';
import type { FirstPassword, RecordImport, Stored } from './record-import.ts';
import { previewImport } from './try-rows.ts';

/** Registers the import of a resource: template, preview and applying. */
export function importRoutes<R extends object, I extends object>(
  app: App,
  { db }: Database,
  resource: RecordImport<R, I>,
): void {
  const { endpoints, spec, revision, checkAll } = resource;

  route(app, endpoints.importTemplate, async ({ query: { format, records }, session }) => {
    const headers = [ID_HEAD, ...Object.values(spec.columns).map(({ head }) => head)];
    const stored = records === 1 ? await resource.load(db, session, undefined) : undefined;
    assertExportable(stored?.records.length ?? 0);
    return tableFile(`${spec.noun}导入模板`, format, [headers, ...(stored ? rowsOf(resource, stored) : [])]);
  });

  route(app, endpoints.importFile, async ({ body, session, now, audit }) => {
    const call = { caller: session, now, audit: () => undefined };
    const { planned, unchanged, errors } = await previewImport({ db }, resource, await readTable(body), call);
    audit({ changes: planned.length, errors: errors.length });
    return {
      token: errors.length === 0 && planned.length > 0 ? digestOf(planned) : '',
      created: toReport(planned.filter(({ id }) => id === undefined)),
      changed: toReport(planned.filter(({ id }) => id !== undefined)),
      unchanged,
      errors: limitErrors(errors),
    };
  });

  route(app, endpoints.applyImport, async ({ body: { file, token, confirmJumps }, session, audit }) => {
    const sent = { table: await readSentFile(file), token, caller: session };
    // Before the transaction, because hashing is slow.
    const passwords = await createFirstPasswords(resource, await planAsPreviewed(db, resource, sent));
    return db.transaction(async (tx) => {
      const now = revision ? await advanceRevision(tx, revision) : new Date();
      const planned = await planAsPreviewed(tx, resource, sent);
      const call = { caller: session, now, audit: () => undefined, confirmJumps };
      const applied = await writeRows(tx, resource, planned, call, passwords);
      await checkAll?.(tx);
      audit({ created: applied.created, changed: applied.changed, ...loggedRows(planned) });
      return applied;
    });
  });
}

async function createFirstPasswords<R, I>(
  { firstPassword }: RecordImport<R, I>,
  planned: readonly PlannedRow[],
): Promise<FirstPassword[]> {
  if (!firstPassword) return [];
  return Promise.all(planned.filter(({ id }) => id === undefined).map(() => firstPassword()));
}

const toReport = (planned: readonly PlannedRow[]): RecordReport['created'] =>
  planned.map(({ row, name, fields }) => ({ row, name, fields }));

/** Limit of changed fields in a row of the operation log. */
const MAX_LOGGED = 500;

/** For the operation log: each changed field as [before, after], by record and column header. */
export function loggedRows(planned: readonly PlannedRow[]): Record<string, [string, string]> {
  const entries = planned.flatMap(({ name, fields }) =>
    fields.map(({ head, before, after }): [string, [string, string]] => [
      `${name} · ${head}`,
      [before, after],
    ]),
  );
  return Object.fromEntries(entries.slice(0, MAX_LOGGED));
}

function rowsOf<R extends object, I>(
  { spec, idOf }: RecordImport<R, I>,
  { records, lookups }: Stored<R>,
): Cell[][] {
  return records.map((record) => [
    idOf(record),
    ...Object.entries(spec.columns).map(([field, column]): Cell => {
      const value: unknown = Reflect.get(record, field);
      return column.type === 'number' && typeof value === 'number'
        ? value
        : cellText(value, column, lookups[field]);
    }),
  ]);
}
