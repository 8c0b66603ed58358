import { hasPermission } from '#domain/permissions.ts';
import type { AppliedImport, ImportSpec } from '#contract/kernel/record-import.ts';
import { priceJumps, type PriceJump } from '#contract/prices/price-jumps.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { asDatabaseFailure } from '#server/http/pg-errors.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { assertNoJumps } from '#server/modules/catalogue/price-jumps.service.ts';
import type { PlannedRow } from './compare-records.ts';
import type { ImportError } from './read-records.ts';
import type { FirstPassword, RecordImport, WriteCall } from './record-import.ts';

/** Why the caller may not apply these rows, as errors of the whole file. */
export function permissionErrors<R, I>(
  { grant }: Caller,
  { endpoints, spec, maxCreated = Number.POSITIVE_INFINITY }: RecordImport<R, I>,
  planned: readonly PlannedRow[],
): ImportError[] {
  const created = planned.filter(({ id }) => id === undefined).length;
  const changed = planned.length - created;
  const fileError = (message: string) => ({ row: 0, column: '', message });
  const may = ({ permission }: { permission: string }) => hasPermission(grant.permissions, permission);
  return [
    ...(created > 0 && !may(endpoints.create)
      ? [fileError(`您没有新增${spec.noun}的权限，文件中有${created}条新记录`)]
      : []),
    ...(changed > 0 && !may(endpoints.update)
      ? [fileError(`您没有修改${spec.noun}的权限，文件中有${changed}条修改`)]
      : []),
    ...(created > maxCreated ? [fileError(`一次最多新增${maxCreated}条，文件中有${created}条`)] : []),
  ];
}

/** The refusal by a rule or by a unique index; undefined for other failures of the database and for bugs. */
export function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const failure = asDatabaseFailure(error);
  return failure?.error === 'record.duplicate' ? failure : undefined;
}

export function errorsOf(error: AppError, { row }: PlannedRow, { columns }: ImportSpec): ImportError[] {
  const fields = Object.entries(error.fields ?? {});
  if (fields.length === 0) return [{ row, column: '', message: error.message }];
  return fields.map(([field, message]) => ({ row, column: columns[field]?.head ?? '', message }));
}

/** Writes all rows. Throws the first row's refusal, or `price.jump` with all prices that jump. */
export async function writeRows<R, I>(
  tx: Db,
  resource: RecordImport<R, I>,
  planned: readonly PlannedRow[],
  { confirmJumps, ...call }: WriteCall & { confirmJumps?: boolean | undefined },
  passwords: readonly FirstPassword[],
): Promise<AppliedImport> {
  const createdIds = new Map<number, number>();
  const unused = [...passwords];
  const issued: AppliedImport['passwords'] = [];
  const jumps: PriceJump[] = [];
  for (const row of planned) {
    const firstPassword = row.id === undefined ? unused.pop() : undefined;
    try {
      jumps.push(...(await writeRow(tx, resource, row, createdIds, call, firstPassword)));
    } catch (error) {
      const refusal = refusalOf(error);
      throw refusal ? withRow(refusal, row) : error;
    }
    if (firstPassword) issued.push({ username: row.name, password: firstPassword.password });
  }
  assertNoJumps(jumps, confirmJumps);
  return { created: createdIds.size, changed: planned.length - createdIds.size, passwords: issued };
}

/** Adds the row to the message of a refusal, which happens when records have changed since the preview. */
function withRow({ error, message, data }: AppError, { row, name }: PlannedRow): AppError {
  const msg = `第${row}行 ${name}：${message}。没有导入任何内容，请重新选择文件`;
  return new AppError(error, { msg, data });
}

/** Writes a row and returns its price jumps. `createdIds` has the ids of the created records, by row. */
export async function writeRow<R, I>(
  tx: Db,
  { create, update }: RecordImport<R, I>,
  { row, id, version, input, createdInRow }: PlannedRow,
  createdIds: Map<number, number>,
  call: WriteCall,
  firstPassword: FirstPassword | undefined,
): Promise<PriceJump[]> {
  const references = Object.entries(createdInRow).map(([field, createdRow]) => [
    field,
    createdIds.get(createdRow) ?? 0,
  ]);
  const write = async (confirmation: { confirmJumps?: true }) => {
    // `compareRecords` has checked each field with the schema of the endpoint's body.
    const body = { ...input, ...Object.fromEntries(references), ...confirmation } as I;
    if (id === undefined) createdIds.set(row, await create(tx, body, call, firstPassword));
    else await update(tx, id, { ...body, version: version ?? 0 }, call);
  };
  try {
    await write({});
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== 'price.jump') throw error;
    // Nothing is written without the confirmation; `writeRows` asks for it once for all rows.
    await write({ confirmJumps: true });
    return priceJumps.parse(error.data).jumps;
  }
}
