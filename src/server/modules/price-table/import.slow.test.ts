import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportReport, PriceTable } from '#contract/prices/price-table.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { sheetOf } from './price-sheet.ts';
import {
  sentCells,
  fileOf,
  uploadTable,
  workbookParts,
  zipOf,
} from '#server/tables/spreadsheets.test-data.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  token = (await addPerson(app, { permissions: ['mfr:price:import', 'mfr:price:list'] })).token;
});
afterAll(() => app.close());

const readTable = async (): Promise<PriceTable> => (await app.send('GET', '/price-table', { token })).data;

test('a zip bomb is refused, and the server keeps answering', async () => {
  const reading = uploadTable(app, token, 'xlsx', zipOf(workbookParts(' '.repeat(30_000_000))));
  expect(await app.send('GET', '/app-config')).toMatchObject({ status: 200 });
  expect(await reading).toMatchObject({ status: 422, error: 'import.unreadable', data: null });
});

test('a table of thirty thousand cells is read, applied and exported', async () => {
  await fillTable(200, 150);
  const rows = sheetOf(await readTable());
  expect(rows.length).toBeGreaterThan(30_000);
  const file = await fileOf('xlsx', [
    rows[0]!,
    ...rows.slice(-30_000).map((row) => [...row.slice(0, 5), 88.5, 2]),
  ]);
  const report = (await uploadTable(app, token, 'xlsx', file)).data as ImportReport;
  expect(report.errors).toEqual([]);
  expect(report.changes).toHaveLength(30_000);
  expect(
    await app.send('POST', '/price-table/import/apply', {
      token,
      body: { cells: sentCells(report.changes), confirmJumps: true },
    }),
  ).toMatchObject({ status: 200, data: { saved: 30_000 } });
  expect((await readTable()).cells.filter((cell) => cell[2] === 88.5 && cell[3] === 2)).toHaveLength(30_000);
});

/** Adds materials, and one process whose options are all allowed for each of them. */
async function fillTable(materialCount: number, optionCount: number): Promise<void> {
  await app.database.pool.query(
    `insert into material (name, material_tag, length, width, height, delivery_time, speed, sort)
     select '大表材料' || n, 'aluminium', 100, 100, 100, 1, 0.1, 99000 + n from generate_series(1, $1) n`,
    [materialCount],
  );
  const { rows } = await app.database.pool.query<{ id: number }>(
    `insert into process (name, root_id, sort) values ('大表工艺', 0, 99000) returning id`,
  );
  await app.database.pool.query(
    `insert into process (name, parent_id, root_id, sort) select '选项' || n, $1, $1, n from generate_series(1, $2) n`,
    [rows[0]!.id, optionCount],
  );
  // Excludes other materials: only the new ones may use the new options.
  await app.database.pool.query(
    `update process set root_id = id, filter_type = 2,
       material_ids = (select array_agg(id) from material where name like '大表材料%') where id = $1`,
    [rows[0]!.id],
  );
  await app.database.pool.query(`update revision set value = value + 1 where name = 'catalogue'`);
}
