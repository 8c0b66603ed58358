import { asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { pairKey } from '#contract/prices/cell-changes.ts';
import type { CellValue, PriceTable } from '#contract/prices/price-table.ts';
import type { Db } from '#server/db/database.ts';
import { materialProcesses, materials, processes } from '#server/db/schema.ts';
import { readProcessTree } from '#server/modules/catalogue/catalogue.service.ts';
import { readNames } from '#server/modules/catalogue/names.ts';
import { namesOf, optionsOf, pairChecker, type DeletedNames, type PriceGrid } from './price-grid.ts';

export interface Pair {
  materialId: number;
  /** `process_id` in `material_process`: options are rows of `process` too. */
  optionId: number;
}

/** The materials and options that are not deleted. Call it in one snapshot, or under the revision's lock. */
export async function readGrid(db: Db): Promise<PriceGrid> {
  const { id, name, materialTag, manualOptions, sort } = materials;
  const rows = await db
    .select({ id, name, materialTag, manualOptions })
    .from(materials)
    .where(isNull(materials.deletedAt))
    .orderBy(asc(sort), asc(id));
  return { materials: rows, options: optionsOf(await readProcessTree(db), rows) };
}

/** The names of the deleted materials and options of these pairs. */
export async function readDeletedNames(
  db: Db,
  pairs: readonly Pair[],
  grid: PriceGrid,
): Promise<DeletedNames> {
  const nameOf = namesOf(grid);
  const namedPairs = pairs.map((pair) => ({ ...pair, ...nameOf(pair) }));
  const uniqueIds = (ids: number[]) => [...new Set(ids)];
  return {
    materials: await readNames(
      db,
      materials,
      uniqueIds(
        namedPairs.flatMap(({ material, materialId }) => (material === undefined ? [materialId] : [])),
      ),
      'deleted',
    ),
    options: await readOptionNames(
      db,
      uniqueIds(namedPairs.flatMap(({ option, optionId }) => (option === undefined ? [optionId] : []))),
    ),
  };
}

/** The names of process and option, by option id; includes deleted options. */
async function readOptionNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const parents = alias(processes, 'parent');
  const rows = await db
    .select({ id: processes.id, name: processes.name, processName: parents.name })
    .from(processes)
    .innerJoin(parents, eq(parents.id, processes.parentId))
    .where(inArray(processes.id, [...ids]));
  return new Map(rows.map(({ id, name, processName }) => [id, `${processName} ${name}`]));
}

/** Reads the stored prices of currently allowed pairs. */
export async function readPriceTable(db: Db): Promise<PriceTable> {
  const grid = await readGrid(db);
  const problemOf = pairChecker(grid);
  const { materialId, processId, price, time } = materialProcesses;
  const rows = await db
    .select({ materialId, processId, price, time })
    .from(materialProcesses)
    .orderBy(asc(materialId), asc(processId));
  return {
    ...grid,
    cells: rows
      .filter((row) => problemOf(row.materialId, row.processId) === undefined)
      .map((row) => [row.materialId, row.processId, row.price, row.time]),
  };
}

/** The current values of cells, by `pairKey`; cells without a price are absent. */
export async function readCells(
  db: Db,
  pairs: readonly Pair[],
): Promise<Map<string, NonNullable<CellValue>>> {
  const { materialId, processId, price, time } = materialProcesses;
  const rows = await db
    .select({ materialId, processId, price, time })
    .from(materialProcesses)
    .where(sql`(${materialId}, ${processId}) in (select * from ${unnested(pairs)})`);
  return new Map(
    rows.map((row) => [pairKey(row.materialId, row.processId), { price: row.price, time: row.time }]),
  );
}

export async function upsertCells(db: Db, cells: readonly (Pair & NonNullable<CellValue>)[]): Promise<void> {
  if (cells.length === 0) return;
  const fen = sql.param(cells.map((cell) => materialProcesses.price.mapToDriverValue(cell.price)));
  const times = sql.param(cells.map((cell) => cell.time));
  await db.execute(sql`
    insert into material_process (material_id, process_id, price_fen, time)
    select * from unnest(${materialIdsOf(cells)}::int[], ${optionIdsOf(cells)}::int[], ${fen}::bigint[], ${times}::float8[])
    on conflict (material_id, process_id) do update set price_fen = excluded.price_fen, time = excluded.time`);
}

export async function deleteCells(db: Db, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  const { materialId, processId } = materialProcesses;
  await db
    .delete(materialProcesses)
    .where(sql`(${materialId}, ${processId}) in (select * from ${unnested(pairs)})`);
}

const materialIdsOf = (pairs: readonly Pair[]) => sql.param(pairs.map((pair) => pair.materialId));
const optionIdsOf = (pairs: readonly Pair[]) => sql.param(pairs.map((pair) => pair.optionId));
const unnested = (pairs: readonly Pair[]) =>
  sql`unnest(${materialIdsOf(pairs)}::int[], ${optionIdsOf(pairs)}::int[])`;
