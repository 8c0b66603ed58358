import { crc32, deflateRawSync } from 'node:zlib';
import type { ImportReport } from '#contract/prices/price-table.ts';
import { tableFile, tableTypes, type TableFormat } from '#server/tables/table-file.ts';
import type { Cell } from '#server/tables/workbook.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';

/** A table as a spreadsheet program would save it. */
export async function fileOf(format: TableFormat, rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  return Buffer.from((await tableFile('t', format, rows)).body);
}

/** What applies the preview of a price table. */
export const sentCells = (changes: ImportReport['changes']) =>
  changes.map(({ materialName: _material, optionName: _option, ...cell }) => cell);

/** The file as a page sends it again to apply its preview. */
export const sentFile = (file: Buffer | string, format: TableFormat = 'csv'): string =>
  `data:${tableTypes[format]};base64,${Buffer.from(file).toString('base64')}`;

interface ZipPart {
  name: string;
  content: string | Buffer;
  /** Values of the central directory, where they differ from the truth. */
  claimed?: { bytes?: number; flags?: number; method?: number };
}

/** A zip of these parts, deflated. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimed = {} } of parts) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(claimed.flags ?? 0, 2);
    fields.writeUInt16LE(claimed.method ?? 8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimed.bytes ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const head = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name)]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, tail, Buffer.from(name));
    local.push(head, packed);
    offset += head.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from('PK\u0005\u0006'), end]);
}

/** The same archive with the sizes and positions of its directory in the fields of zip64 (APPNOTE 4.3.14, 4.5.3). */
export function asZip64(file: Buffer): Buffer {
  const end = file.lastIndexOf('PK\u0005\u0006');
  const entries: Buffer[] = [];
  for (let at = file.readUInt32LE(end + 16); at < end;) {
    const nameEnd = at + 46 + file.readUInt16LE(at + 28);
    const next = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    const entry = Buffer.from(file.subarray(at, nameEnd));
    const extra = Buffer.alloc(28);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    for (const [from, to] of [
      [24, 4],
      [20, 12],
      [42, 20],
    ] as const) {
      extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(from)), to);
      entry.writeUInt32LE(0xffffffff, from);
    }
    entry.writeUInt16LE(extra.length, 30);
    entry.writeUInt16LE(0, 32);
    entries.push(entry, extra);
    at = next;
  }
  const local = file.subarray(0, file.readUInt32LE(end + 16));
  const directory = Buffer.concat(entries);
  const large = Buffer.alloc(56 + 20);
  large.write('PK\u0006\u0006', 0, 'latin1');
  large.writeBigUInt64LE(44n, 4);
  large.writeBigUInt64LE(BigInt(file.readUInt16LE(end + 10)), 24);
  large.writeBigUInt64LE(BigInt(file.readUInt16LE(end + 10)), 32);
  large.writeBigUInt64LE(BigInt(directory.length), 40);
  large.writeBigUInt64LE(BigInt(local.length), 48);
  large.write('PK\u0006\u0007', 56, 'latin1');
  large.writeBigUInt64LE(BigInt(local.length + directory.length), 64);
  large.writeUInt32LE(1, 72);
  const tail = Buffer.from(file.subarray(end));
  tail.fill(0xff, 8, 20);
  return Buffer.concat([local, directory, large, tail]);
}

/** The smallest workbook around the XML of one sheet. */
export const workbookParts = (sheetData: string): ZipPart[] => [
  {
    name: '[Content_Types].xml',
    content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  },
  {
    name: 'xl/workbook.xml',
    content: '<workbook><sheets><sheet name="__proto__" sheetId="1" r:id="rId7"/></sheets></workbook>',
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content:
      '<Relationships><Relationship Id="rId7" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  },
  {
    name: 'xl/worksheets/sheet1.xml',
    content: `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
  },
];

/** A workbook of one sheet with these number formats as styles 1, 2, … */
export function workbookWith({
  sheet,
  formats = [],
  strings = '',
  after = '',
  book = '',
}: {
  sheet: string;
  formats?: readonly (number | string)[];
  strings?: string;
  after?: string;
  book?: string;
}): Buffer {
  const codes = formats.map((format, n) =>
    typeof format === 'string' ? ([164 + n, format] as const) : [format],
  );
  const numFmts = codes.map(([id, code]) =>
    code === undefined ? '' : `<numFmt numFmtId="${id}" formatCode="${code}"/>`,
  );
  const xfs = codes.map(([id]) => `<xf numFmtId="${id}" xfId="0"/>`);
  const [types, , , part] = workbookParts('');
  return zipOf([
    types!,
    {
      name: 'xl/workbook.xml',
      content: `<workbook>${book}<sheets><sheet name="表" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content:
        '<Relationships><Relationship Id="rId7" Type="t/worksheet" Target="worksheets/sheet1.xml"/>' +
        '<Relationship Id="s" Type="t/styles" Target="styles.xml"/>' +
        '<Relationship Id="t" Type="t/sharedStrings" Target="/xl/SharedStrings.xml"/></Relationships>',
    },
    { name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet><numFmts>${numFmts.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${xfs.join('')}</cellXfs></styleSheet>`,
    },
    { ...part!, content: `<worksheet><sheetData>${sheet}</sheetData>${after}</worksheet>` },
  ]);
}

/** A row of cells without addresses: texts, and numbers with the style of that index. */
export const rowOf = (
  cells: readonly (string | number | null | { value: number | string; style: number })[],
) =>
  `<row>${cells
    .map((cell) => {
      if (cell === null) return '<c/>';
      if (typeof cell === 'string') return `<c t="inlineStr"><is><t>${cell}</t></is></c>`;
      const { value, style } = typeof cell === 'number' ? { value: cell, style: 0 } : cell;
      return typeof value === 'number'
        ? `<c s="${style}"><v>${value}</v></c>`
        : `<c t="e"><v>${value}</v></c>`;
    })
    .join('')}</row>`;

/** A row of numbers. */
export const numberRow = (row: number, values: readonly number[]) =>
  `<row r="${row}">${values.map((value, index) => `<c r="${String.fromCharCode(65 + index)}${row}"><v>${value}</v></c>`).join('')}</row>`;

/** Uploads a file for the price table. */
export async function uploadTable(
  app: TestApp,
  token: string,
  format: TableFormat,
  file: Buffer,
  path = '/price-table/import',
): Promise<Envelope> {
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': tableTypes[format] },
    payload: file,
  });
  return { ...answer.json<Envelope>(), status: answer.statusCode };
}
