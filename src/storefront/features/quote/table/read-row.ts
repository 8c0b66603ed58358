import type { ProcessKey } from '#domain/pricing/types.ts';
import { readMillimetres } from '../draft/size-text.ts';
import { isNone } from './choice-words.ts';
import { untitled, type KnownNames } from './guess-columns.ts';
import { BILL_FIELDS, isLength, type BillField, type BillRow, type Column } from './headings.ts';
import {
  findSize,
  plainText,
  readDiameter,
  readListedPieces,
  readListedSize,
  readSide,
  readTwoSides,
  STAGE,
  type ListedSize,
} from './list-size.ts';

const MAX_TEXT = 500;

/** A row of a bill by its columns. No cell is lost: what means nothing here joins the remark. */
export function readRow(cells: readonly string[], titled: readonly Column[], known: KnownNames): BillRow {
  const columns = withOwnUnit(cells, titled);
  const row: BillRow = {
    name: '',
    material: '',
    length: '',
    width: '',
    height: '',
    num: '',
    finish: '',
    remark: '',
  };
  const remarks: string[] = [];
  const texts = { code: '', revision: '', diameter: '', total: '', unit: '', colour: '' };
  const materials: string[] = [];
  let within = '';
  let isThicknessInMm = false;
  let sized: { size: ListedSize; text: string } | undefined;
  /** Texts that may contain a size. */
  const free: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const column = columns[index] ?? untitled;
    const { field, title, unit } = column;
    if (cell === '' || field === 'index' || field === 'sizeUnit') continue;
    const isFree = title === '' || field === 'name' || field === 'remark' || field === 'code';
    // A size within other text would be read in mm.
    if (isFree && isMillimetres(unit)) free.push(cell.slice(0, MAX_TEXT));
    const size = field === 'size' || field === 'length' ? sizeOf(cell, column) : undefined;
    const held = field === 'size' && !size && isMillimetres(unit) ? sizeWithin(cell, known) : undefined;
    if (size) sized = { size, text: cell };
    else if (held) {
      sized = { size: held, text: cell };
      if (held.isMaterial) within = held.rest;
      else remarks.push(`${title}：${cell}`);
    } else if (field === 'other' || (column.stage !== undefined && isNoQuantity(cell)))
      remarks.push(title ? `${title}：${cell}` : cell);
    else if (field === 'bore') remarks.push(isBlank(cell) ? '' : `内径：${cell}`);
    else if (field === 'size') row.length = isBlank(cell) ? '' : withUnit(cell, unit);
    else if (field === 'length' || field === 'width' || field === 'height') {
      if (plainText(cell).toLowerCase().startsWith('φ')) texts.diameter = withUnit(cell, unit);
      else row[field] = sideText(cell, field, unit);
      if (field === 'height') isThicknessInMm = unit !== '' || /[^\d.]$/.test(cell);
    } else if (field === 'diameter') texts.diameter = isBlank(cell) ? '' : withUnit(cell, unit);
    else if (field === 'material') materials.push(cell);
    else if (field === 'total')
      texts.total = cell === texts.total ? cell : [texts.total, cell].filter(Boolean).join('、');
    else if (field in texts) texts[field as keyof typeof texts] = cell;
    else if (field === 'remark') remarks.unshift(cell);
    else {
      if (field === 'num') texts.unit ||= unit;
      // Two columns may state one process: 喷砂 and 阳极氧化, M3 and M4.
      const text = column.isChoice
        ? choiceStated(cell, title)
        : [column.stage, cell].filter(Boolean).join(' ');
      const before = row[field as BillField | ProcessKey] ?? '';
      row[field as BillField | ProcessKey] = [before, text].filter(Boolean).join(',');
    }
  }
  row.material = materialStated(materials);
  const hasNone = texts.diameter === '' && [row.length, row.width, row.height].every((side) => side === '');
  if (!sized && hasNone) {
    const found = free.flatMap((text) => {
      const size = OTHER_STOCK.test(text) ? undefined : findSize(text);
      return size ? [{ size, text }] : [];
    });
    if (found.length === 1) sized = found[0];
  }
  if (sized) withSize(row, sized.size, sized.text);
  if (sized?.size.bore !== undefined) remarks.push(`尺寸：${sized.text}`);
  withThickness(row, isThicknessInMm);
  withDiameter(row, texts.diameter);
  row.num = piecesText(row.num, texts.total, texts.unit);
  if (texts.colour !== '') {
    const coloured = `${row.finish} ${texts.colour}`;
    if (row.finish !== '' && known.isFinish(coloured)) row.finish = coloured;
    else if (known.colourKey) row[known.colourKey] = texts.colour;
    else remarks.push(`颜色：${texts.colour}`);
  }
  if (row.material === '') row.material = within;
  else if (within !== '') remarks.push(within);
  const { code, revision } = texts;
  if (code !== '') row.name = numberedName(code, revision, row.name);
  else if (revision !== '') remarks.push(`版本：${revision}`);
  row.remark = remarks.filter(Boolean).join('；');
  for (const field of BILL_FIELDS) row[field] = row[field].slice(0, MAX_TEXT);
  return row;
}

/** A size of these is not that of a part. */
const OTHER_STOCK =
  /毛坯|下料|坯料|展开|(?:方|圆|矩形|钢|铝|铜|不锈钢|无缝)管|管材|型材|槽钢|槽铝|角[钢铁铝]|工字钢|六角[钢铜铝棒]/;
/** Words beside a size that change it: 约80×40×10, 80×40×10±0.1. */
const CHANGES =
  /[\d±≤≥<>≈~～+φ'"°]|约|左右|以[内上下]|不[大小]于|[大小]于|公差|或|改|每|[直外内半]径|壁厚|六角|单位|厘米|英[寸尺]|(?:^|[^a-z])(?:cm|dm|m|in|inch|ft|max|min|approx|about|ca)(?![a-z])/i;

/** The size within a longer cell, where the rest is a material or changes nothing. */
function sizeWithin(cell: string, { isMaterial }: KnownNames) {
  const size = findSize(cell.slice(0, MAX_TEXT));
  if (!size) return undefined;
  const plain = plainText(cell);
  const rest = `${plain.slice(0, size.start)} ${plain.slice(size.end)}`
    .replaceAll(/[\s,，;；、()]+/g, ' ')
    .trim();
  if (isMaterial(rest)) return { ...size, isMaterial: true, rest };
  return CHANGES.test(rest) || OTHER_STOCK.test(rest) ? undefined : { ...size, isMaterial: false, rest };
}

const sizeOf = (cell: string, { unit, isRound }: Column): ListedSize | undefined =>
  readListedSize(withUnit(cell, unit)) ?? (isRound ? readListedSize(withUnit(`φ${cell}`, unit)) : undefined);

/** Fills the sides; a size beside sides with other values is ambiguous. */
function withSize(row: BillRow, { sides, isRound }: ListedSize, text: string): void {
  const others = [row.length, row.width, row.height].filter(Boolean);
  if (others.some((side) => !sides.some((own) => Number(own) === Number(side)))) {
    row.length = [text, ...others].join('，').slice(0, 60);
    return;
  }
  [row.length, row.width, row.height] = sides;
  if (isRound) row.isRound = true;
}

/** 80×40 beside a thickness. Where only one of them has a unit, the other's is ambiguous. */
function withThickness(row: BillRow, isThicknessInMm: boolean): void {
  if (row.width !== '' || row.height === '') return;
  const sides = readTwoSides(row.length);
  const isClear =
    isThicknessInMm || !/(?:cm|厘米|dm|[^m]m|(?<!毫)米|in|inch|inches|英[寸吋]|吋|")\s*$/i.test(row.length);
  if (sides && isClear) [row.length, row.width] = sides;
}

const isMillimetres = (unit: string) => ['', 'mm', '毫米'].includes(unit);

/** Columns of lengths in the unit that the row itself states: 尺寸单位, or cm under 单位. */
function withOwnUnit(cells: readonly string[], columns: readonly Column[]): readonly Column[] {
  const at = columns.findIndex(({ field }) => field === 'sizeUnit');
  const cell = columns.findIndex(({ field }) => field === 'unit');
  const counted = LENGTH_UNIT.test(cells[cell] ?? '') ? cell : -1;
  const own = plainText(cells[at === -1 ? counted : at] ?? '').toLowerCase();
  if (own === '') return columns;
  return columns.map((column, index) => {
    if (index === counted) return { ...column, field: 'sizeUnit' };
    return isLength(column.field) ? { ...column, unit: own } : column;
  });
}
const LENGTH_UNIT = /^(?:mm|毫米|cm|厘米|dm|in|inch|inches|英寸)$/i;

/** The joined columns of one material: 铝 and 6061 in two, or one of them twice. */
function materialStated(texts: readonly string[]): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s-]/g, '');
  const distinct = texts.filter(
    (text, index) =>
      !texts.some(
        (other, at) =>
          at !== index && plain(other).includes(plain(text)) && (plain(other) !== plain(text) || at < index),
      ),
  );
  return distinct.join(' ');
}

/** The choice in the title of a cell: √ selects it, × does not. */
function choiceStated(cell: string, title: string): string {
  const choice = title.replace(/^是否/, '');
  if (/^m\d/i.test(title) && /^\d+$/.test(cell)) return cell === '0' ? '' : `${cell}-${title}`;
  if (/^(?:是|有|需|需要|要|对|√|✓|✔|☑|y|yes|true|1)$/i.test(cell)) return choice;
  return isNone(cell) || /^(?:[×x✗☐□0n]|false)$/i.test(cell) ? '' : `${choice} ${cell}`;
}

const isBlank = (cell: string) => /^[-—–/]+$/.test(cell);

/** The cell with the unit of its column, unless it names one itself. */
function withUnit(cell: string, unit: string): string {
  const isPlain =
    unit !== '' && !/(?:mm|毫米|cm|厘米|dm|m|米|in|inch|inches|英寸|"|″|”)[)）]?$/i.test(cell.trim());
  return isPlain ? `${cell}${unit}` : cell;
}

function sideText(cell: string, field: 'length' | 'width' | 'height', unit: string): string {
  const text = isBlank(cell) ? '' : withUnit(cell, unit);
  return readSide(text, ['', field]) ?? readMillimetres(text) ?? text;
}

/** A diameter with one length is a round part; beside other sides it is ambiguous. */
function withDiameter(row: BillRow, text: string): void {
  if (text === '') return;
  const diameter = readDiameter(text);
  const lengths = [row.length, row.height].filter(Boolean);
  if (diameter === undefined || row.width !== '' || lengths.length > 1 || row.isRound) {
    // All of it, so that no part of it reads like a size.
    const sides = [/^\d/.test(text) ? `φ${text}` : text, ...lengths, row.width];
    row.length = sides.filter(Boolean).join('×').slice(0, 60);
    return;
  }
  [row.length, row.width, row.height] = [diameter, diameter, lengths[0] ?? ''];
  row.isRound = true;
}

const isNoQuantity = (cell: string) => !/\d/.test(cell) && readListedPieces(cell) === undefined;

/** 样品 5, 5（样品）: a single stage is the quantity. */
const STAGED = new RegExp(String.raw`^(?:${STAGE.source})\s*|\s*\((?:${STAGE.source})\)$`, 'gi');

/** The quantity with its unit; two that differ stay side by side. */
function piecesText(stated: string, total: string, unit: string): string {
  const bare = plainText(stated).replaceAll(STAGED, '');
  const num = readListedPieces(bare) === undefined ? stated : bare;
  const withUnits = (text: string) => {
    const counted = unit !== '' && /\d\s*$/.test(text) ? `${text}${unit}` : text;
    return readListedPieces(counted) ?? (readListedPieces(text) === undefined ? text : counted);
  };
  if (isBlank(num) || num === '') return total === '' ? '' : withUnits(total);
  const pieces = withUnits(num);
  return total === '' || withUnits(total) === pieces ? pieces : `${num}，共 ${total}`;
}

/** `QM-1024 B 支架`, as part numbers are read from names; a name that begins with its number has it already. */
function numberedName(code: string, revision: string, name: string): string {
  if (name.toUpperCase().startsWith(code.toUpperCase())) return name;
  const version = /^(?:[a-z]{1,2})?$/i.test(revision) ? revision : `rev ${revision}`;
  return [code, version, name].filter(Boolean).join(' ');
}
