import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportReport, PriceTable } from '#contract/prices/price-table.ts';
import { tableTypes, type TableFormat } from '#server/tables/table-file.ts';
import type { Cell } from '#server/tables/workbook.ts';
import { addPerson } from '#tests/support/data/people.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { sheetOf } from './price-sheet.ts';
import {
  sentCells,
  fileOf,
  uploadTable,
  workbookParts,
  workbookWith,
  zipOf,
} from '#server/tables/spreadsheets.test-data.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  token = (await addPerson(app, { permissions: ['mfr:price:import', 'mfr:price:export', 'mfr:price:list'] }))
    .token;
});
beforeEach(() => app.setNow(undefined));
afterAll(() => app.close());

const readTable = async (): Promise<PriceTable> => (await app.send('GET', '/price-table', { token })).data;
const apply = ({ changes }: ImportReport, confirmJumps = true) =>
  app.send('POST', '/price-table/import/apply', { token, body: { cells: sentCells(changes), confirmJumps } });
const reportOf = (answer: Envelope): ImportReport => answer.data;

const upload = (format: TableFormat, file: Buffer) => uploadTable(app, token, format, file);

/** Uploads rows as a file of the given format. */
const uploadRows = async (rows: readonly (readonly Cell[])[], format: TableFormat = 'csv') =>
  upload(format, await fileOf(format, rows));

/** The exported rows with changed figures in the first ones. */
async function editedRows(figures: readonly (readonly [Cell, Cell])[]): Promise<Cell[][]> {
  const rows = sheetOf(await readTable());
  for (const [index, [price, time]] of figures.entries()) rows[index + 1]!.splice(5, 2, price, time);
  return rows;
}

describe('an import', () => {
  test.each(['xlsx', 'csv'] as const)('of an exported .%s changes nothing', async (format) => {
    const file = await app.http.inject({
      url: `/api/v1/price-table/export?format=${format}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(file.headers['content-type']).toContain(tableTypes[format]);
    const report = reportOf(await upload(format, file.rawPayload));
    expect(report).toMatchObject({ changes: [], errors: [] });
    expect(report.unchanged).toBe(sheetOf(await readTable()).length - 1);
  });

  test('is previewed first, then applied once', async () => {
    const before = await readTable();
    const [first, second] = sheetOf(before).slice(1);
    const rows = await editedRows([
      [321.09, 4.5],
      [null, null],
    ]);
    const answer = await uploadRows(rows);
    expect(answer).toMatchObject({ status: 200, msg: '已读取文件' });
    const report = reportOf(answer);
    const valueOf = (row: Cell[]) => (row[5] === null ? null : { price: row[5], time: row[6] });
    expect(report.changes).toEqual(
      [
        {
          materialId: first![0],
          optionId: first![2],
          materialName: first![1],
          optionName: `${first![3]} ${first![4]}`,
          before: valueOf(first!),
          after: { price: 321.09, time: 4.5 },
        },
        {
          materialId: second![0],
          optionId: second![2],
          materialName: second![1],
          optionName: `${second![3]} ${second![4]}`,
          before: valueOf(second!),
          after: null,
        },
      ].filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after)),
    );
    expect(report.unchanged + report.changes.length).toBe(rows.length - 1);
    expect(await readTable()).toEqual(before);

    expect(await apply(report)).toMatchObject({
      status: 200,
      msg: '导入成功',
      data: { saved: report.changes.length },
    });
    expect((await readTable()).cells).toContainEqual([first![0], first![2], 321.09, 4.5]);
    expect(await apply(report)).toMatchObject({ status: 409, error: 'price.conflict' });
    await undo(before);
  });

  test('with price jumps is applied only when they are confirmed, even after a refusal', async () => {
    const before = await readTable();
    const cell = sheetOf(before).findIndex(([, , , , , price]) => typeof price === 'number' && price > 0);
    const rows = sheetOf(before);
    rows[cell]!.splice(5, 1, Number(rows[cell]![5]) * 2);
    const report = reportOf(await uploadRows(rows));
    expect(report.changes).toHaveLength(1);
    expect(await apply(report, false)).toMatchObject({
      status: 409,
      error: 'price.jump',
      data: { count: 1 },
    });
    expect(await readTable()).toEqual(before);
    expect(await apply(report)).toMatchObject({ status: 200, data: { saved: 1 } });
    await undo(before);
  });

  test('is refused as a whole if a cell has changed since the preview', async () => {
    const report = reportOf(
      await uploadRows(
        await editedRows([
          [600, 1],
          [601, 1],
        ]),
      ),
    );
    const { materialId, optionId, before } = report.changes[0]!;
    const change = { materialId, optionId, before, after: { price: 7, time: 7 } };
    const body = { cells: [change], confirmJumps: true };
    await app.send('PUT', '/price-table', { as: 'admin', body });
    const now = await readTable();
    const answer = await apply(report);
    expect(answer).toMatchObject({
      status: 409,
      error: 'price.conflict',
      data: { conflicts: [{ materialId, optionId, current: { price: 7, time: 7 } }] },
    });
    expect(await readTable()).toEqual(now);
  });

  test('of a table with errors reports each of them and cannot be applied', async () => {
    const rows = await editedRows([
      [700, 1],
      ['面议', 1],
    ]);
    const report = reportOf(await uploadRows(rows, 'xlsx'));
    expect(report).toMatchObject({
      errors: [{ row: 3, column: '价格', message: expect.stringMatching(/^价格必须是数字，而不是“.+”$/) }],
    });
    expect(report.changes).toHaveLength(1);
    const [heads, ...rest] = rows;
    const renamed = reportOf(await uploadRows([['编号', ...heads!.slice(1)], ...rest]));
    expect(renamed).toMatchObject({ changes: [] });
    expect(renamed.errors.map((error) => error.column)).toEqual(['编号', '材料编号']);
  });

  test('with formulas names their cells', async () => {
    const formula = '<row r="1"><c r="A1"><v>1</v></c><c r="F1"><f>1+1</f><v>2</v></c></row>';
    expect(reportOf(await upload('xlsx', zipOf(workbookParts(formula))))).toMatchObject({
      errors: [{ row: 1, column: 'F', message: '公式不能导入，请先粘贴为数值' }],
    });
  });
});

test('a parts list is read as if copied, with formula results and blanks for merged cells', async () => {
  const row = (at: number, cells: string) => `<row r="${at}">${cells}</row>`;
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const sheet =
    row(1, text('名称') + text('材料') + text('尺寸')) +
    row(2, text('支&quot;架') + text('AL6061') + text('80×40×10') + '<c><f>1+1</f><v>2</v></c>') +
    row(3, text('座') + '<c/><c t="e"><v>#N/A</v></c><c><v>12.300000000000001</v></c>');
  const book = workbookWith({ sheet, after: '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>' });
  const customer = await addPerson(app, { permissions: ['mfr:quote:add'] });
  const read = (file: Buffer) => uploadTable(app, customer.token, 'xlsx', file, '/quote/list');
  expect(await read(book)).toMatchObject({
    data: '名称\t材料\t尺寸\t\n"支""架"\tAL6061\t80×40×10\t2\n座\t\t#N/A\t12.3',
  });
  const hidden = sheet.replace('<row r="2">', '<row r="2" hidden="1">');
  expect(await read(workbookWith({ sheet: hidden + row(4, '<c><f>1+1</f></c>') }))).toMatchObject({
    data: '名称\t材料\t尺寸\t\n座\t\t#N/A\t12.3\n公式没有结果\t\t\t\n注：表格里隐藏的 1 行（第 2 行）没有读入，需要时请取消隐藏或筛选',
  });
  expect(await read(Buffer.from('%PDF-1.7 no workbook at all'))).toMatchObject({
    code: 422,
    msg: '文件已损坏，或不是 .xlsx 表格',
  });
});

/** Restores the previous prices. */
async function undo(before: PriceTable): Promise<void> {
  const report = reportOf(await uploadRows(sheetOf(before)));
  expect(await apply(report)).toMatchObject({ status: 200 });
  expect(await readTable()).toEqual(before);
}
