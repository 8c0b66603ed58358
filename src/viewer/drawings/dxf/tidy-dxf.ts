import { normalizeName } from './dxf-text.ts';

/** A record of the LAYER table. */
export interface Layer {
  /** AutoCAD colour number; negative if the layer is off. */
  colorIndex: number;
  trueColor?: number;
  isFrozen: boolean;
  lineType: string;
}

/** The tables of a file. Names are in capital letters. */
export interface DxfTables {
  layers: ReadonlyMap<string, Layer>;
  /** Lengths of dash, gap, dash, gap … of each line type. */
  lineTypes: ReadonlyMap<string, readonly number[]>;
  lineTypeScale: number;
}

export interface TidyDxf extends DxfTables {
  /** Blocks and entities as the parser expects them; undefined if the file has no sections. */
  text: string | undefined;
  /** Whether the file ends within a section; its last entity is then dropped. */
  isTruncated: boolean;
}

/** Entity types that are drawn as another type. */
const DRAWN_AS: Readonly<Record<string, string>> = {
  TRACE: 'SOLID',
  MLEADER: 'MULTILEADER',
  ARC_DIMENSION: 'DIMENSION',
  LARGE_RADIAL_DIMENSION: 'DIMENSION',
};
/** Entity types whose group 2 is a block name. */
const TYPES_WITH_BLOCK_NAME = new Set(['BLOCK', 'INSERT', 'DIMENSION']);
const DRAWN_SECTIONS = new Set(['BLOCKS', 'ENTITIES']);

/**
 * Normalises a file for the parser, which knows only capital letters, and fails or never finishes at a comment within a point, a
 * polyline or table without its end, or a file without its last line.
 */
export function tidyDxf(source: string): TidyDxf {
  const tables = new TableReader();
  const entities = new EntityWriter();
  let section: string | undefined;
  let sectionCount = 0;
  let isNameNext = false;
  let hasEof = false;
  const closeSection = () => {
    if (section !== undefined && DRAWN_SECTIONS.has(section)) entities.endSection();
    section = undefined;
  };
  for (const [code, value] of groupsOf(source)) {
    const keyword = code === 0 ? value.toUpperCase() : '';
    if (keyword === 'EOF') {
      hasEof = true;
      break;
    }
    if (keyword === 'SECTION' || keyword === 'ENDSEC') {
      closeSection();
      isNameNext = keyword === 'SECTION';
    } else if (isNameNext && code === 2) {
      isNameNext = false;
      sectionCount += 1;
      section = value.toUpperCase();
      if (DRAWN_SECTIONS.has(section)) entities.startSection(section);
    } else if (section === 'HEADER' || section === 'TABLES') {
      tables.read(code, code === 0 ? keyword : value);
    } else if (section !== undefined && DRAWN_SECTIONS.has(section)) {
      if (code === 0) entities.startEntity(DRAWN_AS[keyword] ?? keyword);
      else entities.write(code, value);
    }
  }
  const isTruncated = !hasEof && (section !== undefined || isNameNext);
  if (isTruncated) entities.dropLast();
  closeSection();
  return { ...tables.tables, text: sectionCount > 0 ? entities.text() : undefined, isTruncated };
}

/** Control-Z, with which old systems end a text file. */
const END_OF_TEXT = '\u001A';
const CODE = /^\s*[+-]?\d{1,4}\s*$/;

/** Yields codes and values. A line that is not a code where one is expected belongs to the previous text and is skipped. */
function* groupsOf(source: string): Generator<readonly [code: number, value: string]> {
  const lines = source.split(/\r{0,2}\n|\r/);
  for (let n = 0; n + 1 < lines.length; n += 1) {
    const line = lines[n] ?? '';
    if (!CODE.test(line)) continue;
    const code = Number(line);
    n += 1;
    if (code !== 999) yield [code, (lines[n] ?? '').trim().replace(END_OF_TEXT, '')];
  }
}

class TableReader {
  readonly #layers = new Map<string, Layer>();
  readonly #lineTypes = new Map<string, number[]>();
  #variable = '';
  #record = '';
  #name = '';
  #layer: Layer = newLayer();
  #scale = 1;

  get tables(): DxfTables {
    return { layers: this.#layers, lineTypes: this.#lineTypes, lineTypeScale: this.#scale };
  }

  read(code: number, value: string): void {
    if (code === 9) this.#variable = value.toUpperCase();
    else if (code === 40 && this.#variable === '$LTSCALE') this.#scale = parseReal(value) || 1;
    else if (code === 0) {
      this.#record = value;
      this.#variable = '';
      this.#name = '';
      this.#layer = newLayer();
    } else if (code === 2) {
      this.#name = normalizeName(value);
      if (this.#record === 'LAYER') this.#layers.set(this.#name, this.#layer);
      if (this.#record === 'LTYPE') this.#lineTypes.set(this.#name, []);
    } else if (this.#record === 'LTYPE' && code === 49) {
      this.#lineTypes.get(this.#name)?.push(parseReal(value));
    } else if (code === 62) this.#layer.colorIndex = Number.parseInt(value, 10);
    else if (code === 420) this.#layer.trueColor = Number.parseInt(value, 10);
    else if (code === 70) this.#layer.isFrozen = (Number.parseInt(value, 10) & 1) === 1;
    else if (code === 6) this.#layer.lineType = normalizeName(value);
  }
}

const newLayer = (): Layer => ({ colorIndex: 7, isFrozen: false, lineType: '' });

class EntityWriter {
  readonly #lines: (string | number)[] = [];
  #type = '';
  #isInBlock = false;
  #isInPolyline = false;
  #lastEntity = 0;
  /** The x of a point, held until its y follows. */
  #x: readonly [number, string] | undefined;

  startSection(name: string): void {
    this.#lines.push(0, 'SECTION', 2, name);
    this.#lastEntity = this.#lines.length;
  }

  endSection(): void {
    this.#x = undefined;
    if (this.#isInPolyline) this.#lines.push(0, 'SEQEND');
    if (this.#isInBlock) this.#lines.push(0, 'ENDBLK');
    this.#isInPolyline = this.#isInBlock = false;
    this.#lines.push(0, 'ENDSEC');
  }

  startEntity(type: string): void {
    this.#x = undefined;
    const belongsToPolyline = type === 'VERTEX' || type === 'SEQEND';
    if (this.#isInPolyline && !belongsToPolyline) this.#lines.push(0, 'SEQEND');
    if (this.#isInBlock && type === 'BLOCK') this.#lines.push(0, 'ENDBLK');
    this.#lastEntity = this.#lines.length;
    this.#isInPolyline = type === 'POLYLINE' || (this.#isInPolyline && type === 'VERTEX');
    if (type === 'BLOCK' || type === 'ENDBLK') this.#isInBlock = type === 'BLOCK';
    this.#type = type;
    this.#lines.push(0, type);
  }

  write(code: number, value: string): void {
    if (this.#x && code === this.#x[0] + 10) this.#lines.push(...this.#x);
    this.#x = undefined;
    const text = this.#valueOf(code, value);
    if (isX(code)) this.#x = [code, text];
    else this.#lines.push(code, text);
  }

  #valueOf(code: number, value: string): string {
    if (code === 8 || code === 6 || (code === 2 && TYPES_WITH_BLOCK_NAME.has(this.#type)))
      return normalizeName(value);
    if (code >= 290 && code <= 299) return Number.parseInt(value, 10) > 0 ? '1' : '0';
    return isReal(code) ? String(parseReal(value)) : value;
  }

  dropLast(): void {
    this.#lines.length = this.#lastEntity;
    if (this.#type === 'BLOCK') this.#isInBlock = false;
    if (this.#type === 'POLYLINE') this.#isInPolyline = false;
  }

  text = (): string => `${this.#lines.join('\n')}\n0\nEOF\n`;
}

const isX = (code: number) => (code >= 10 && code <= 18) || code === 210;
const isReal = (code: number) =>
  (code >= 10 && code <= 59) || (code >= 110 && code <= 149) || (code >= 210 && code <= 239);

/** Accepts a decimal comma and Fortran exponents, which some programs write. */
const parseReal = (value: string): number =>
  Number.parseFloat(
    value.replace(/^([+-]?\d*),(\d+)/, '$1.$2').replace(/^([+-]?[\d.]+)[dD]([+-]?\d+)$/, '$1e$2'),
  );
