import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportReport, PriceTable } from '#contract/prices/price-table.ts';
import { AppError } from '#server/http/app-error.ts';
import type { TableFormat } from '#server/tables/table-file.ts';
import { addPerson } from '#tests/support/data/people.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { sheetOf } from './price-sheet.ts';
import {
  fileOf,
  rowOf,
  uploadTable,
  workbookParts,
  workbookWith,
  zipOf,
} from '#server/tables/spreadsheets.test-data.ts';
import { readTable as readFile } from '#server/tables/table-reader.ts';

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
const reportOf = (answer: Envelope): ImportReport => answer.data;

const upload = (format: TableFormat, file: Buffer) => uploadTable(app, token, format, file);

describe('invalid price cells of a spreadsheet', () => {
  type Cells = Parameters<typeof rowOf>[0];
  const withFirst = async (price: Cells[number], after = '') => {
    const [titles = [], first = [], second = []] = sheetOf(await readTable()) as Cells[];
    const sheet = [titles, [...first.slice(0, 5), price, 1], second].map(rowOf).join('');
    return reportOf(await upload('xlsx', workbookWith({ sheet, after, formats: [9, 14] })));
  };

  test.each<[string, Cells[number], string, RegExp]>([
    ['a percentage', { value: 0.15, style: 1 }, '价格', /^价格必须是数字，而不是“15%”$/],
    ['a date', { value: 46_024, style: 2 }, '价格', /^价格必须是数字，而不是“2026-01-02”$/],
    ['a decimal comma', '12,5', '价格', /^价格的小数点请写成“\.”，而不是“12,5”$/],
    ['an error value', { value: '#N/A', style: 0 }, 'F', /^F2 是错误值 #N\/A/],
  ])('%s is refused with its cell', async (_name, cell, column, message) => {
    expect(await withFirst(cell)).toMatchObject({
      errors: [{ row: 2, column, message: expect.stringMatching(message) as string }],
    });
  });

  test('a merged price is refused with its range', async () => {
    expect(await withFirst(12.5, '<mergeCells><mergeCell ref="F2:F3"/></mergeCells>')).toMatchObject({
      changes: [],
      errors: [{ row: 2, column: 'F', message: expect.stringMatching(/^F2:F3 是合并单元格/) as string }],
    });
  });
});

describe('a file that cannot be read is refused', () => {
  test('an archive named .csv', async () => {
    // import.slow.test.ts tests a zip bomb, and read-rows.test.ts other unreadable files.
    expect(await upload('csv', zipOf(workbookParts('')))).toMatchObject({
      status: 422,
      error: 'import.unreadable',
      data: null,
    });
  });

  test('a file that is too large or not a table', async () => {
    expect(await upload('csv', Buffer.alloc(8 * 1024 * 1024 + 1, 49))).toMatchObject({ status: 413 });
    const answer = await app.send('POST', '/price-table/import', { token, body: { rows: [] } });
    expect(answer).toMatchObject({ status: 415, error: 'request.media_type' });
  });

  test('a file that takes too long', async () => {
    const bytes = zipOf(workbookParts(''));
    const outcome = await readFile({ format: 'xlsx', bytes }, { timeoutMs: 1 }).catch(
      (error: unknown) => error,
    );
    expect(outcome).toBeInstanceOf(AppError);
    expect(outcome).toMatchObject({ error: 'import.unreadable', message: '表格过大或过于复杂，无法读取' });
  });

  test('a third file while two are being read', async () => {
    const bytes = await fileOf('csv', sheetOf(await readTable()).slice(0, 100));
    const reads = await Promise.allSettled([1, 2, 3].map(() => readFile({ format: 'csv', bytes })));
    expect(reads.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(reads[2]).toMatchObject({ reason: { error: 'server.busy' } });
  });
});
