import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRows } from './read-rows.ts';
import { asZip64, fileOf, workbookWith } from './spreadsheets.test-data.ts';
import { UnreadableFile } from './unreadable-file.ts';

const rows = [
  ['材料编号', '价格'],
  [1, 12.5],
  [2, null],
  ['=1+1', 0.1],
];

const firstRow = (cells: string, more: Omit<Parameters<typeof workbookWith>[0], 'sheet'> = {}) =>
  readRows('xlsx', workbookWith({ sheet: `<row>${cells}</row>`, ...more })).rows[0];

describe('cells', () => {
  test('can have shared, inline, formatted and escaped text, readings, and numbers stored as text', () => {
    const strings =
      '<si><t>甲</t></si><si><r><t>乙</t></r><r><t xml:space="preserve"> 丙</t></r><rPh><t>yi</t></rPh></si>';
    const cells =
      '<c t="s"><v>1</v></c><c t="inlineStr"><is><t>_x0041_&amp;&#128512;</t></is></c><c t="str"><v>12.5</v></c><c t="b"><v>1</v></c>';
    expect(firstRow(cells, { strings })).toEqual(['乙 丙', 'A&😀', '12.5', true]);
  });

  test('are null if blank, whatever their style, and do not count', () => {
    const blank = Array.from(
      { length: 60_000 },
      (_, n) => `<row r="${n + 2}"><c s="1"/><c s="1"><v/></c></row>`,
    );
    const sheet = `<row r="1"><c t="inlineStr"><is><t/></is></c><c><v>1</v></c></row>${blank.join('')}`;
    expect(readRows('xlsx', workbookWith({ sheet, formats: [9] }))).toEqual({
      rows: [[null, 1]],
      errors: [],
    });
  });

  test('without references follow each other', () => {
    const sheet =
      '<row><c><v>1</v></c><c/><c><v>2</v></c></row><row r="3"><c r="B3"><v>3</v></c><c><v>4</v></c></row>';
    expect(readRows('xlsx', workbookWith({ sheet })).rows).toEqual([
      [1, null, 2],
      [null, null, null],
      [null, 3, 4],
    ]);
  });
});

test('a zip64 archive is read', async () => {
  expect(readRows('xlsx', asZip64(await fileOf('xlsx', rows))).rows).toEqual(rows);
});

function outcomeOf(bytes: Buffer): unknown {
  try {
    return readRows('xlsx', bytes);
  } catch (error) {
    return error;
  }
}

test('a file with any bytes changed is read or refused', async () => {
  const file = await fileOf('xlsx', rows);
  const changes = fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(changes, fc.option(fc.nat(file.length)), (bytes, cut) => {
      const changed = Buffer.from(file);
      for (const [at, value] of bytes) changed[at] = value;
      const outcome = outcomeOf(changed.subarray(0, cut ?? undefined));
      expect(outcome instanceof UnreadableFile || 'rows' in Object(outcome)).toBe(true);
    }),
    { numRuns: 400 },
  );
});
