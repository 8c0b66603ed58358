import type { Column } from '#contract/kernel/endpoint.ts';
import { ID_HEAD, type RecordReport } from '#contract/kernel/record-import.ts';
import type { Database, Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { withShadows } from '#server/db/shadow-tables.ts';
import { route, type App } from '#server/http/route.ts';
import { assertExportable, tableFile } from '#server/tables/table-file.ts';
import type { Cell } from '#server/tables/workbook.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { readTable } from '#server/tables/table-reader.ts';
import { permissionFaults, tryRows, writeRows } from './apply-records.ts';
import { compareRecords, shown, wantedOf, type Comparison, type PlannedRow } from './compare-records.ts';
import { consumeDraft, findDraft, storeDraft } from './import-drafts.queries.ts';
import { bounded, readHeads, type ImportFault } from './read-records.ts';
import type { FirstPassword, RecordImport, Stored, WriteCall } from './record-import.ts';

const faulty = (faults: readonly ImportFault[]): Comparison => ({
  planned: [],
  unchanged: 0,
  faults: [...faults],
});

const headOf = (column: Column | undefined) => (typeof column === 'string' ? column : (column?.head ?? ''));

/** Registers the import of a resource: template, preview and applying. */
export function importRoutes<R extends object, I extends object>(
  app: App,
  { db }: Database,
  resource: RecordImport<R, I>,
  /** Columns of the export: those that the import does not have are ignored in a file. */
  exported: Readonly<Record<string, Column | undefined>> = {},
): void {
  const { endpoints, spec, title } = resource;
  const known = Object.values(exported).map(headOf);
  const name = endpoints.importFile.path;

  route(app, endpoints.importTemplate, async ({ query: { format, records }, session }) => {
    const heads = [ID_HEAD, ...Object.values(spec.columns).map(({ head }) => head)];
    const stored = records === 1 ? await resource.load(db, session, undefined) : undefined;
    assertExportable(stored?.records.length ?? 0);
    return tableFile(`${title}导入模板`, format, [heads, ...(stored ? rowsOf(resource, stored) : [])]);
  });

  /** Compares, and tries the changes on copies of the tables: the endpoints' own rules decide, and no writer waits. */
  async function preview(rows: readonly (readonly Cell[])[], call: WriteCall): Promise<Comparison> {
    const heads = readHeads(rows, spec, known);
    if ('faults' in heads) return faulty(heads.faults);
    const { columns } = heads;
    const tables = { copied: resource.writes, emptied: resource.emptied ?? [] };
    return withShadows({ db }, tables, (shadowed) =>
      resource.write(shadowed, async (tx) => {
        const stored = await resource.load(tx, call.caller, wantedOf(rows, columns, spec));
        const { planned, unchanged, faults } = compareRecords(rows, columns, resource, stored);
        const denied = permissionFaults(call.caller, resource, planned);
        const refused = faults.length + denied.length > 0 ? [] : await tryRows(tx, resource, planned, call);
        return { planned, unchanged, faults: [...faults, ...denied, ...refused] };
      }),
    );
  }

  route(app, endpoints.importFile, async ({ body, session, now, note }) => {
    const read = await readTable(body);
    const { planned, unchanged, faults } =
      read.faults.length > 0
        ? faulty(read.faults)
        : await preview(read.rows, { caller: session, now, note: () => undefined });
    note({ changes: planned.length, errors: faults.length });
    const isReady = faults.length === 0 && planned.length > 0;
    const draft = { resource: name, userId: session.userId, changes: planned };
    return {
      token: isReady ? await storeDraft(db, draft, now) : '',
      created: reported(planned.filter(({ id }) => id === undefined)),
      changed: reported(planned.filter(({ id }) => id !== undefined)),
      unchanged,
      errors: bounded(faults),
    };
  });

  route(app, endpoints.applyImport, async ({ body: { token, confirmJumps }, session, now, note }) => {
    const wanted = { resource: name, userId: session.userId, token };
    const passwords = await firstPasswords(db, resource, wanted, now);
    return resource.write({ db }, async (tx, changedAt) => {
      const planned = await takePreview(tx, resource, token, session, now);
      const call = { caller: session, now: changedAt, note: () => undefined };
      const applied = await writeRows(tx, resource, planned, { ...call, confirmJumps }, passwords);
      note({ created: applied.created, changed: applied.changed, ...notedRows(planned) });
      return applied;
    });
  });
}

/**
 * The rows of the caller's preview, which ends. Throws `import.expired` for one that has ended, and `permission.denied` where the
 * rows are not the caller's to write.
 */
export async function takePreview<R, I>(
  tx: Db,
  resource: RecordImport<R, I>,
  token: string,
  caller: Caller,
  now: Date,
): Promise<PlannedRow[]> {
  const wanted = { resource: resource.endpoints.importFile.path, userId: caller.userId, token };
  // Only the preview writes drafts of this resource.
  const planned = (await consumeDraft(tx, wanted, now)) as PlannedRow[] | undefined;
  if (!planned) throw new AppError('import.expired');
  const [denied] = permissionFaults(caller, resource, planned);
  if (denied) throw new AppError('permission.denied', { msg: denied.message });
  return planned;
}

/** Hashing takes long, so it happens before the transaction. */
async function firstPasswords<R, I>(
  db: Db,
  { firstPassword }: RecordImport<R, I>,
  wanted: Parameters<typeof findDraft>[1],
  now: Date,
): Promise<FirstPassword[]> {
  if (!firstPassword) return [];
  const planned = ((await findDraft(db, wanted, now)) ?? []) as PlannedRow[];
  return Promise.all(planned.filter(({ id }) => id === undefined).map(() => firstPassword()));
}

const reported = (planned: readonly PlannedRow[]): RecordReport['created'] =>
  planned.map(({ row, name, fields }) => ({ row, name, fields }));

/** Changed fields that the operation log names, at most. */
const MAX_NOTED = 500;

/** For the operation log: each changed field as [before, after], by record and head. */
export function notedRows(planned: readonly PlannedRow[]): Record<string, [string, string]> {
  const entries = planned.flatMap(({ name, fields }) =>
    fields.map(({ head, before, after }): [string, [string, string]] => [
      `${name} · ${head}`,
      [before, after],
    ]),
  );
  return Object.fromEntries(entries.slice(0, MAX_NOTED));
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
        : shown(value, column, lookups[field]);
    }),
  ]);
}
