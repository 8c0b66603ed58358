import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { tokens } from '#theme/tokens.ts';

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const ooxml = 'http://schemas.openxmlformats.org';
const packageRelationships = `${ooxml}/package/2006/relationships`;
const documentRelationships = `${ooxml}/officeDocument/2006/relationships`;
const spreadsheetNamespace = `${ooxml}/spreadsheetml/2006/main`;
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const sheetPath = 'xl/worksheets/sheet1.xml';

export type Cell = string | number | boolean | null;

/** The files around the single sheet (ECMA-376 part 1, annex F: the smallest package). */
const packageFiles = {
  '[Content_Types].xml':
    `<Types xmlns="${ooxml}/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${mediaType}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${mediaType}.styles+xml"/>` +
    `<Override PartName="/${sheetPath}" ContentType="${mediaType}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `<Relationships xmlns="${packageRelationships}">` +
    `<Relationship Id="rId1" Type="${documentRelationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `<workbook xmlns="${spreadsheetNamespace}" xmlns:r="${documentRelationships}">` +
    '<bookViews><workbookView/></bookViews>' +
    '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${packageRelationships}">` +
    `<Relationship Id="rId1" Type="${documentRelationships}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${documentRelationships}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml':
    `<styleSheet xmlns="${spreadsheetNamespace}">` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
    '<font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font></fonts>' +
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
    `<fill><patternFill patternType="solid"><fgColor rgb="FF${tokens.color.primary.slice(1)}"/><bgColor indexed="64"/></patternFill></fill></fills>` +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/></cellXfs>' +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
};

/** The style of the header row, an index of `cellXfs`. */
const HEADER_STYLE = ' s="1"';

/** The header row stays in view while the others scroll. */
const frozenHeader =
  '<sheetViews><sheetView workbookViewId="0">' +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/**
 * Writes a workbook (.xlsx) with one sheet. Its first row is a coloured header that stays in view; the first slice decides
 * the column widths. Compression runs off the event loop while rows arrive in slices, so that large exports neither use
 * much memory nor delay other requests.
 * @param slices the rows, some at a time
 * @throws errors of reading the rows
 */
export async function workbookOf(slices: AsyncIterable<readonly (readonly Cell[])[]>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(packageFiles))
    zip.addBuffer(Buffer.from(xmlDeclaration + content), path);
  const sheet = Readable.from(sheetOf(slices), { objectMode: false });
  zip.addReadStream(sheet, sheetPath, { compressionLevel: 3 });
  zip.end();
  // The archive does not report errors of its source.
  const failed = once(sheet, 'error').then(([error]) => Promise.reject(error));
  return Promise.race([buffer(zip.outputStream), failed]);
}

async function* sheetOf(slices: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<Buffer> {
  let rowNumber = 0;
  for await (const rows of slices) {
    let text = rowNumber === 0 ? sheetStart(rows) : '';
    for (const row of rows) {
      rowNumber += 1;
      const style = rowNumber === 1 ? HEADER_STYLE : '';
      text += `<row r="${rowNumber}">${row.map((cell, index) => cellOf(cell, columnName(index) + rowNumber, style)).join('')}</row>`;
    }
    yield Buffer.from(text);
  }
  yield Buffer.from(`${rowNumber === 0 ? sheetStart([]) : ''}</sheetData></worksheet>`);
}

/** The start of the sheet; the first rows decide how wide the columns are. */
function sheetStart(rows: readonly (readonly Cell[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  }
  const columns = widths.map((width, index) => {
    const clampedWidth = Math.min(Math.max(width + 2, MIN_WIDTH), MAX_WIDTH);
    return `<col min="${index + 1}" max="${index + 1}" width="${clampedWidth}" customWidth="1"/>`;
  });
  const cols = columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '';
  return `${xmlDeclaration}<worksheet xmlns="${spreadsheetNamespace}">${frozenHeader}${cols}<sheetData>`;
}

/** Column widths, in digits of the default font. */
const MIN_WIDTH = 8;
const MAX_WIDTH = 60;

/** The width of a cell's longest line; Chinese characters are as wide as two digits. */
function widthOf(cell: Cell): number {
  const lines = String(cell ?? '')
    .slice(0, MAX_WIDTH * 4)
    .split('\n');
  return Math.max(...lines.map((line) => line.length + (line.match(wideCharacters)?.length ?? 0)));
}

const wideCharacters = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60\u3000-\u303f]/g;

function cellOf(cell: Cell, reference: string, style: string): string {
  if (cell === null || cell === '') return style === '' ? '' : `<c r="${reference}"${style}/>`;
  if (typeof cell === 'number') return `<c r="${reference}"${style}><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${reference}"${style} t="b"><v>${Number(cell)}</v></c>`;
  return `<c r="${reference}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`;
}

/** `A` … `Z`, `AA` …, by the index from 0. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/**
 * Text as a workbook stores it: characters that XML does not allow, and text that looks like an escape, are escaped
 * as `_xHHHH_` (ECMA-376 part 1, 22.9.2.19).
 */
const escapeText = (text: string): string =>
  text.replaceAll(charactersToEscape, (character) => entities[character] ?? hexadecimal(character));

const charactersToEscape = /[&<>]|_(?=x[\dA-Fa-f]{4}_)|(?![\t\n])\p{Cc}|[\ufdd0-\ufdef\ufffd-\uffff]/gu;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const hexadecimal = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
