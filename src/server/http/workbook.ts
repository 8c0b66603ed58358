import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const ooxml = 'http://schemas.openxmlformats.org';
const relationships = `${ooxml}/package/2006/relationships`;
const documents = `${ooxml}/officeDocument/2006/relationships`;
const main = `${ooxml}/spreadsheetml/2006/main`;
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const sheetPath = 'xl/worksheets/sheet1.xml';

/** The value of one cell. */
export type Cell = string | number | boolean | null;

/** The files around the single sheet (ECMA-376 part 1, annex F: the smallest package). */
const parts = {
  '[Content_Types].xml':
    `<Types xmlns="${ooxml}/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${mediaType}.sheet.main+xml"/>` +
    `<Override PartName="/${sheetPath}" ContentType="${mediaType}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `<Relationships xmlns="${relationships}">` +
    `<Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `<workbook xmlns="${main}" xmlns:r="${documents}">` +
    '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${relationships}">` +
    `<Relationship Id="rId1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

/**
 * A workbook (.xlsx) with one sheet. It is compressed off the event loop while the rows arrive, a slice at a time, so
 * that large exports neither use much memory nor delay other requests.
 * @param slices the rows, some at a time
 * @throws errors of reading the rows
 */
export async function workbookOf(slices: AsyncIterable<readonly (readonly Cell[])[]>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml + content), path);
  const sheet = Readable.from(sheetOf(slices), { objectMode: false });
  zip.addReadStream(sheet, sheetPath, { compressionLevel: 3 });
  zip.end();
  // The archive gets no event when its source fails.
  const failed = once(sheet, 'error').then(([error]) => Promise.reject(error));
  return Promise.race([buffer(zip.outputStream), failed]);
}

async function* sheetOf(slices: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${xml}<worksheet xmlns="${main}"><sheetData>`);
  let number = 0;
  for await (const rows of slices) {
    let text = '';
    for (const row of rows) {
      number += 1;
      text += `<row r="${number}">${row.map((cell, index) => cellOf(cell, columnName(index) + number)).join('')}</row>`;
    }
    yield Buffer.from(text);
  }
  yield Buffer.from('</sheetData></worksheet>');
}

function cellOf(cell: Cell, reference: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${Number(cell)}</v></c>`;
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** `A` … `Z`, `AA` … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/**
 * Text as a workbook stores it: characters that XML does not allow, and text that looks like an escape, are escaped
 * as `_xHHHH_` (ECMA-376 part 1, 22.9.2.19).
 */
const escaped = (text: string): string =>
  text.replaceAll(unkept, (character) => entities[character] ?? hexadecimal(character));

const unkept = /[&<>]|_(?=x[\dA-Fa-f]{4}_)|(?![\t\n])\p{Cc}|[\ufdd0-\ufdef\ufffd-\uffff]/gu;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const hexadecimal = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
