import { crc32, deflateRawSync } from 'node:zlib';
import { tableFile, tableTypes, type TableFormat } from '#server/http/table-file.ts';
import type { Cell } from '#server/http/workbook.ts';
import type { Envelope } from '#tests/support/api.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/** A table as a spreadsheet program would save it. */
export async function fileOf(format: TableFormat, rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  return Buffer.from((await tableFile('t', format, rows)).body);
}

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

/** A row of numbers. */
export const numberRow = (row: number, values: readonly number[]) =>
  `<row r="${row}">${values.map((value, index) => `<c r="${String.fromCharCode(65 + index)}${row}"><v>${value}</v></c>`).join('')}</row>`;

/** Uploads a file for the price table. */
export async function uploadTable(
  app: TestApp,
  token: string,
  format: TableFormat,
  file: Buffer,
): Promise<Envelope> {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/v1/price-table/import',
    headers: { authorization: `Bearer ${token}`, 'content-type': tableTypes[format] },
    payload: file,
  });
  return { ...answer.json<Envelope>(), status: answer.statusCode };
}
