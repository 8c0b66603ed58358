import { percentOf, readFormats, timeOf, type NumberKind } from './number-formats.ts';
import {
  parseReference,
  errorMessage,
  SheetRows,
  type RawCell,
  type TableRows,
  type TableUse,
} from './sheet-rows.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { DAMAGED, partName } from './workbook-archive.ts';
import { unescapeText, walkXml, type Attributes } from './workbook-xml.ts';

type Parts = ReadonlyMap<string, Buffer>;

/** What reading a cell needs besides the cell. */
interface CellContext {
  strings: readonly string[];
  formats: readonly NumberKind[];
  is1904: boolean;
  /** Appends the unit of a number's format, for a list; an import needs the number. */
  showsUnits: boolean;
}

/** Reads the first visible sheet, in the workbook's order. Throws `UnreadableFile`. */
export function readFirstSheet(parts: Parts, use: TableUse): TableRows {
  const workbookXml = parts.get('xl/workbook.xml');
  if (!workbookXml) throw new UnreadableFile(DAMAGED);
  const { strings, styles, sheetOf } = readRelations(parts);
  let is1904 = false;
  const sheets: { name: string; part: Buffer; isHidden: boolean }[] = [];
  walkXml(workbookXml, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 ||= ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const part = sheetOf.get(id ?? '');
      if (part)
        sheets.push({
          name: attributes['name'] ?? '',
          part,
          isHidden: /hidden/i.test(attributes['state'] ?? ''),
        });
    },
  });
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const sheet = visible[0] ?? sheets[0];
  if (!sheet) throw new UnreadableFile('文件中没有工作表');
  const cellContext = {
    strings: readStrings(strings),
    formats: readFormats(styles),
    is1904,
    showsUnits: use === 'list',
  };
  const table = readSheet(sheet.part, cellContext, use);
  if (use === 'list') {
    const others = visible
      .filter((other) => other !== sheet && hasContent(other.part))
      .map(({ name }) => `“${name}”`);
    const omission = `只读了工作表“${sheet.name}”，${others.join('、')}没有读入，请分别存为文件后加入`;
    if (others.length > 0) return { ...table, leftOut: [...(table.leftOut ?? []), omission] };
  }
  if (table.rows.length + table.errors.length === 0 && visible.length > 1)
    throw new UnreadableFile(`工作表“${sheet.name}”没有内容，请把要导入的工作表移到最前面`);
  return table;
}

const hasContent = (part: Buffer) => /<(?:\w+:)?(?:v|is)[ >]/.test(part.toString('latin1'));

/** The parts that the workbook refers to: sheets by the id of their relation. */
function readRelations(parts: Parts) {
  const sheetOf = new Map<string, Buffer>();
  const partsByKind = new Map<string, Buffer>();
  walkXml(parts.get('xl/_rels/workbook.xml.rels'), {
    open: (_name, { Id: id = '', Type: type = '', Target: target = '' }) => {
      const part = partAt(parts, target);
      const kind = type.slice(type.lastIndexOf('/') + 1);
      if (!part) return;
      if (kind === 'worksheet') sheetOf.set(id, part);
      else partsByKind.set(kind, part);
    },
  });
  return { sheetOf, strings: partsByKind.get('sharedStrings'), styles: partsByKind.get('styles') };
}

/** Targets are relative to the workbook's folder and may have `../`, `./` and `%20`. */
function partAt(parts: Parts, target: string): Buffer | undefined {
  const steps: string[] = [];
  for (const step of (/^[/\\]/.test(target) ? target : `xl/${target}`).split(/[/\\]/)) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  const name = partName(steps.join('/'));
  return parts.get(name) ?? parts.get(decodePath(name));
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The shared strings of cells, without phonetic readings. */
function readStrings(part: Buffer | undefined): string[] {
  const strings: string[] = [];
  const collect = textCollector();
  walkXml(part, {
    open: (name) => {
      if (name === 'si') collect.start();
      collect.open(name);
    },
    close: (name) => {
      collect.close(name);
      if (name === 'si') strings.push(collect.text());
    },
    text: collect.add,
  });
  return strings;
}

/** Joins the `t` elements of a text, but not those of its phonetic readings. */
function textCollector() {
  let text = '';
  let isText = false;
  let isPhonetic = false;
  return {
    start: () => {
      text = '';
    },
    open: (name: string) => {
      isPhonetic ||= name === 'rPh';
      isText = name === 't' && !isPhonetic;
    },
    close: (name: string) => {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
    },
    add: (more: string) => {
      if (isText) text += more;
    },
    text: () => unescapeText(text),
  };
}

function readSheet(part: Buffer, cellContext: CellContext, use: TableUse): TableRows {
  const rows = new SheetRows(use);
  const inline = textCollector();
  let cell: Attributes | undefined;
  let [row, column] = [0, 0];
  let value: string | undefined;
  let isValue = false;
  let isFormula = false;
  const moveTo = ({ r }: Attributes) => {
    if (r === undefined) {
      column += 1;
      return;
    }
    const at = parseReference(r);
    if (!at || at.row < row || (at.row === row && at.column <= column)) throw new UnreadableFile(DAMAGED);
    ({ row, column } = at);
  };
  walkXml(part, {
    open: (name, attributes) => {
      if (name === 'row') {
        const next = attributes['r'] === undefined ? row + 1 : Number(attributes['r']);
        if (!Number.isInteger(next) || next <= row) throw new UnreadableFile(DAMAGED);
        [row, column] = [next, 0];
        if (['1', 'true'].includes(attributes['hidden'] ?? '')) rows.hide(row);
      } else if (name === 'c') {
        moveTo(attributes);
        cell = attributes;
        value = undefined;
        isFormula = false;
        inline.start();
      } else if (name === 'mergeCell') rows.merge(attributes['ref'] ?? '');
      else if (cell) {
        isValue = name === 'v';
        isFormula ||= name === 'f';
        inline.open(name);
      }
    },
    close: (name) => {
      isValue = false;
      inline.close(name);
      if (name !== 'c' || !cell) return;
      const type = cell['t'] ?? 'n';
      const at = { row, column };
      const shownValue = (): RawCell => {
        // Programs that do not calculate write formulas without results.
        if (value === undefined) return isFormula && type !== 'str' ? '公式没有结果' : null;
        return valueOf(type, value, Number(cell?.['s'] ?? 0), cellContext);
      };
      if (type === 'e') rows.setRefused(at, errorMessage(at, value ?? ''), value ?? '');
      else if (isFormula) rows.setRefused(at, '公式不能导入，请先粘贴为数值', shownValue());
      else rows.set(at, type === 'inlineStr' ? inline.text() : shownValue());
      cell = undefined;
    },
    text: (text) => {
      if (isValue) value = (value ?? '') + text;
      inline.add(text);
    },
  });
  return rows.read();
}

/** Percentages and dates become the texts that a .csv would have, so that columns treat both formats alike. */
function valueOf(
  type: string,
  value: string,
  style: number,
  { strings, formats, is1904, showsUnits }: CellContext,
) {
  switch (type) {
    case 's': {
      const text = strings[Number(value)];
      if (text === undefined) throw new UnreadableFile(DAMAGED);
      return text;
    }
    case 'str':
      return unescapeText(value);
    case 'b':
      return value === '1' || value === 'true';
    case 'd':
      return value.replace(/T00:00(:00(\.0+)?)?Z?$/, '').replace('T', ' ');
    case 'n': {
      if (value.trim() === '') return null;
      const number = Number(value);
      if (!Number.isFinite(number)) throw new UnreadableFile(DAMAGED);
      const kind = formats[style];
      if (kind === 'percent') return percentOf(number);
      if (typeof kind === 'object')
        return showsUnits ? `${Number(number.toPrecision(15))}${kind.unit}` : number;
      return (kind === 'time' ? timeOf(number, is1904) : undefined) ?? number;
    }
    default:
      throw new UnreadableFile(DAMAGED);
  }
}
