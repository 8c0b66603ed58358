import type { ProcessKey } from '#domain/pricing/types.ts';
import { readMillimetres } from '../draft/size-text.ts';
import { meansNone } from './choice-words.ts';
import { unknownColumn, type CatalogueNames } from './guess-columns.ts';
import { BOM_FIELDS, isLengthField, type BomField, type BomRow, type BomColumn } from './headings.ts';
import {
  findSizeWithin,
  plainText,
  readDiameter,
  readListedPieces,
  readSizeNotation,
  readSide,
  readTwoSides,
  STAGE,
  type ListedSize,
} from './list-size.ts';

const MAX_TEXT = 500;

/** Reads a row of a BOM by its columns. No cell is lost: unknown text is added to the remark. */
export function readRow(
  cells: readonly string[],
  commonColumns: readonly BomColumn[],
  names: CatalogueNames,
): BomRow {
  const columns = withUnitOfRow(cells, commonColumns);
  const row: BomRow = {
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
  /** The text beside a size in its cell, if that is a material. */
  let materialBesideSize = '';
  let isThicknessInMm = false;
  let sizeWithText: { size: ListedSize; text: string } | undefined;
  /** Texts that may contain a size. */
  const freeTexts: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const column = columns[index] ?? unknownColumn;
    const { field, title, unit } = column;
    if (cell === '' || field === 'index' || field === 'sizeUnit') continue;
    const isFree = title === '' || field === 'name' || field === 'remark' || field === 'code';
    // A size within other text is read in mm.
    if (isFree && isMillimetres(unit)) freeTexts.push(cell.slice(0, MAX_TEXT));
    const size = field === 'size' || field === 'length' ? sizeOf(cell, column) : undefined;
    const containedSize =
      field === 'size' && !size && isMillimetres(unit) ? findSizeInCell(cell, names) : undefined;
    if (size) sizeWithText = { size, text: cell };
    else if (containedSize) {
      sizeWithText = { size: containedSize, text: cell };
      if (containedSize.isMaterial) materialBesideSize = containedSize.rest;
      else remarks.push(`${title}：${cell}`);
    } else if (field === 'other' || (column.stage !== undefined && isNotQuantity(cell)))
      remarks.push(title ? `${title}：${cell}` : cell);
    else if (field === 'bore') remarks.push(isDash(cell) ? '' : `内径：${cell}`);
    else if (field === 'size') row.length = isDash(cell) ? '' : withUnit(cell, unit);
    else if (field === 'length' || field === 'width' || field === 'height') {
      if (plainText(cell).toLowerCase().startsWith('φ')) texts.diameter = withUnit(cell, unit);
      else row[field] = sideText(cell, field, unit);
      if (field === 'height') isThicknessInMm = unit !== '' || /[^\d.]$/.test(cell);
    } else if (field === 'diameter') texts.diameter = isDash(cell) ? '' : withUnit(cell, unit);
    else if (field === 'material') materials.push(cell);
    else if (field === 'total')
      texts.total = cell === texts.total ? cell : [texts.total, cell].filter(Boolean).join('、');
    else if (field in texts) texts[field as keyof typeof texts] = cell;
    else if (field === 'remark') remarks.unshift(cell);
    else {
      if (field === 'num') texts.unit ||= unit;
      // Several columns may belong to one process: 喷砂 and 阳极氧化, M3 and M4.
      const text = column.isChoice
        ? choiceFromTitle(cell, title)
        : [column.stage, cell].filter(Boolean).join(' ');
      const previousText = row[field as BomField | ProcessKey] ?? '';
      row[field as BomField | ProcessKey] = [previousText, text].filter(Boolean).join(',');
    }
  }
  row.material = joinMaterials(materials);
  const hasNoSides =
    texts.diameter === '' && [row.length, row.width, row.height].every((side) => side === '');
  if (!sizeWithText && hasNoSides) {
    const sizes = freeTexts.flatMap((text) => {
      const size = OTHER_STOCK.test(text) ? undefined : findSizeWithin(text);
      return size ? [{ size, text }] : [];
    });
    if (sizes.length === 1) sizeWithText = sizes[0];
  }
  if (sizeWithText) setSize(row, sizeWithText.size, sizeWithText.text);
  if (sizeWithText?.size.bore !== undefined) remarks.push(`尺寸：${sizeWithText.text}`);
  setThickness(row, isThicknessInMm);
  setDiameter(row, texts.diameter);
  row.num = piecesText(row.num, texts.total, texts.unit);
  if (texts.colour !== '') {
    const coloured = `${row.finish} ${texts.colour}`;
    if (row.finish !== '' && names.isFinish(coloured)) row.finish = coloured;
    else if (names.colourKey) row[names.colourKey] = texts.colour;
    else remarks.push(`颜色：${texts.colour}`);
  }
  if (row.material === '') row.material = materialBesideSize;
  else if (materialBesideSize !== '') remarks.push(materialBesideSize);
  const { code, revision } = texts;
  if (code !== '') row.name = numberedName(code, revision, row.name);
  else if (revision !== '') remarks.push(`版本：${revision}`);
  row.remark = remarks.filter(Boolean).join('；');
  for (const field of BOM_FIELDS) row[field] = row[field].slice(0, MAX_TEXT);
  return row;
}

/** A size beside these words is not that of the part. */
const OTHER_STOCK =
  /毛坯|下料|坯料|展开|(?:方|圆|矩形|钢|铝|铜|不锈钢|无缝)管|管材|型材|槽钢|槽铝|角[钢铁铝]|工字钢|六角[钢铜铝棒]/;
/** Text beside a size that changes it: 约80×40×10, 80×40×10±0.1. */
const MODIFIERS =
  /[\d±≤≥<>≈~～+φ'"°]|约|左右|以[内上下]|不[大小]于|[大小]于|公差|或|改|每|[直外内半]径|壁厚|六角|单位|厘米|英[寸尺]|(?:^|[^a-z])(?:cm|dm|m|in|inch|ft|max|min|approx|about|ca)(?![a-z])/i;

/** Finds the size in a longer cell; undefined if the rest changes its meaning. */
function findSizeInCell(cell: string, { isMaterial }: CatalogueNames) {
  const size = findSizeWithin(cell.slice(0, MAX_TEXT));
  if (!size) return undefined;
  const plain = plainText(cell);
  const rest = `${plain.slice(0, size.start)} ${plain.slice(size.end)}`
    .replaceAll(/[\s,，;；、()]+/g, ' ')
    .trim();
  if (isMaterial(rest)) return { ...size, isMaterial: true, rest };
  return MODIFIERS.test(rest) || OTHER_STOCK.test(rest) ? undefined : { ...size, isMaterial: false, rest };
}

const sizeOf = (cell: string, { unit, isRound }: BomColumn): ListedSize | undefined =>
  readSizeNotation(withUnit(cell, unit)) ??
  (isRound ? readSizeNotation(withUnit(`φ${cell}`, unit)) : undefined);

/** Fills the sides; a size that contradicts the side columns is ambiguous. */
function setSize(row: BomRow, { sides, isRound }: ListedSize, text: string): void {
  const others = [row.length, row.width, row.height].filter(Boolean);
  if (others.some((side) => !sides.some((sizeSide) => Number(sizeSide) === Number(side)))) {
    row.length = [text, ...others].join('，').slice(0, 60);
    return;
  }
  [row.length, row.width, row.height] = sides;
  if (isRound) row.isRound = true;
}

/** Splits 80×40 if the thickness has its own column. Ambiguous if only one of them has a unit. */
function setThickness(row: BomRow, isThicknessInMm: boolean): void {
  if (row.width !== '' || row.height === '') return;
  const sides = readTwoSides(row.length);
  const isClear =
    isThicknessInMm || !/(?:cm|厘米|dm|[^m]m|(?<!毫)米|in|inch|inches|英[寸吋]|吋|")\s*$/i.test(row.length);
  if (sides && isClear) [row.length, row.width] = sides;
}

const isMillimetres = (unit: string) => ['', 'mm', '毫米'].includes(unit);

/** Gives length columns the unit that the row itself states: in 尺寸单位, or a unit of length such as cm in 单位. */
function withUnitOfRow(cells: readonly string[], columns: readonly BomColumn[]): readonly BomColumn[] {
  const sizeUnitIndex = columns.findIndex(({ field }) => field === 'sizeUnit');
  const unitIndex = columns.findIndex(({ field }) => field === 'unit');
  const lengthUnitIndex = LENGTH_UNIT.test(cells[unitIndex] ?? '') ? unitIndex : -1;
  const rowUnit = plainText(
    cells[sizeUnitIndex === -1 ? lengthUnitIndex : sizeUnitIndex] ?? '',
  ).toLowerCase();
  if (rowUnit === '') return columns;
  return columns.map((column, index) => {
    if (index === lengthUnitIndex) return { ...column, field: 'sizeUnit' };
    return isLengthField(column.field) ? { ...column, unit: rowUnit } : column;
  });
}
const LENGTH_UNIT = /^(?:mm|毫米|cm|厘米|dm|in|inch|inches|英寸)$/i;

/** Joins the columns of a material, such as 铝 and 6061, without repetitions. */
function joinMaterials(texts: readonly string[]): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s-]/g, '');
  const distinct = texts.filter(
    (text, index) =>
      !texts.some(
        (other, i) =>
          i !== index && plain(other).includes(plain(text)) && (plain(other) !== plain(text) || i < index),
      ),
  );
  return distinct.join(' ');
}

/** The choice in a column title: √ in the cell selects it, × does not. */
function choiceFromTitle(cell: string, title: string): string {
  const choice = title.replace(/^是否/, '');
  if (/^m\d/i.test(title) && /^\d+$/.test(cell)) return cell === '0' ? '' : `${cell}-${title}`;
  if (/^(?:是|有|需|需要|要|对|√|✓|✔|☑|y|yes|true|1)$/i.test(cell)) return choice;
  return meansNone(cell) || /^(?:[×x✗☐□0n]|false)$/i.test(cell) ? '' : `${choice} ${cell}`;
}

const isDash = (cell: string) => /^[-—–/]+$/.test(cell);

/** Adds the unit of the column, unless the cell has one. */
function withUnit(cell: string, unit: string): string {
  const isPlain =
    unit !== '' && !/(?:mm|毫米|cm|厘米|dm|m|米|in|inch|inches|英寸|"|″|”)[)）]?$/i.test(cell.trim());
  return isPlain ? `${cell}${unit}` : cell;
}

function sideText(cell: string, field: 'length' | 'width' | 'height', unit: string): string {
  const text = isDash(cell) ? '' : withUnit(cell, unit);
  return readSide(text, ['', field]) ?? readMillimetres(text) ?? text;
}

/** A diameter with one length makes a round part; with other sides it is ambiguous. */
function setDiameter(row: BomRow, text: string): void {
  if (text === '') return;
  const diameter = readDiameter(text);
  const lengths = [row.length, row.height].filter(Boolean);
  if (diameter === undefined || row.width !== '' || lengths.length > 1 || row.isRound) {
    // Joins all texts, so that none of them is read as a size by itself.
    const sides = [/^\d/.test(text) ? `φ${text}` : text, ...lengths, row.width];
    row.length = sides.filter(Boolean).join('×').slice(0, 60);
    return;
  }
  [row.length, row.width, row.height] = [diameter, diameter, lengths[0] ?? ''];
  row.isRound = true;
}

const isNotQuantity = (cell: string) => !/\d/.test(cell) && readListedPieces(cell) === undefined;

/** The stage beside a quantity: 样品 5, 5（样品）. A single stage is simply the quantity. */
const STAGED = new RegExp(String.raw`^(?:${STAGE.source})\s*|\s*\((?:${STAGE.source})\)$`, 'gi');

/** The quantity with its unit, followed by the total if that differs. */
function piecesText(stated: string, total: string, unit: string): string {
  const withoutStage = plainText(stated).replaceAll(STAGED, '');
  const num = readListedPieces(withoutStage) === undefined ? stated : withoutStage;
  const withUnits = (text: string) => {
    const counted = unit !== '' && /\d\s*$/.test(text) ? `${text}${unit}` : text;
    return readListedPieces(counted) ?? (readListedPieces(text) === undefined ? text : counted);
  };
  if (isDash(num) || num === '') return total === '' ? '' : withUnits(total);
  const pieces = withUnits(num);
  return total === '' || withUnits(total) === pieces ? pieces : `${num}，共 ${total}`;
}

/** Such as `QM-1024 B 支架`, from which part numbers are read; unchanged if the name begins with the number. */
function numberedName(code: string, revision: string, name: string): string {
  if (name.toUpperCase().startsWith(code.toUpperCase())) return name;
  const version = /^(?:[a-z]{1,2})?$/i.test(revision) ? revision : `rev ${revision}`;
  return [code, version, name].filter(Boolean).join(' ');
}
