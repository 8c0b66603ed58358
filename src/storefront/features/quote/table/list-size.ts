import { parseNumber } from '#domain/parse-number.ts';
import { plainCharacters } from '../draft/plain-characters.ts';
import { readMillimetres, readPieces, type NumericField } from '../draft/size-text.ts';

/** A size in mm as plain digits; a round part has the sides of its bounding box, with the diameter twice. */
export interface ListedSize {
  sides: readonly [length: string, width: string, height: string];
  isRound: boolean;
  /** Inner diameter of a tube, mm. */
  bore?: string | undefined;
}

const MM_PER_UNIT: Readonly<Record<string, number>> = {
  '': 1,
  mm: 1,
  毫米: 1,
  cm: 10,
  厘米: 10,
  dm: 100,
  m: 1000,
  米: 1000,
  in: 25.4,
  inch: 25.4,
  inches: 25.4,
  英寸: 25.4,
  英吋: 25.4,
  吋: 25.4,
  // Ambiguous: an inch or a Chinese inch.
  寸: Number.NaN,
  '"': 25.4,
};
const UNITS = String.raw`mm|毫米|cm|厘米|dm|inches|inch|in|英[寸吋]|吋|寸|"|m(?![a-z\d])|米`;
const NUMBER = String.raw`(?:\d+[-\s])?\d+\/\d+|[\d.,。]*\d`;
const LABEL = String.raw`φ|直径|外径|外圆|内径|孔径|dia\.?|diameter|o\.?d|i\.?d|d|总?长度?|宽度?|高度?|板?厚度?|length|width|height|thickness|thk|[lwbht]|δ`;
/** A letter after a side, unless it begins the next side. */
const ENDING = String.raw`\(?(?:[lwht]|[长宽高厚])\)?(?!\s*[:=]?\s*[a-z\dφ.])`;
const ITEM = String.raw`(?:${LABEL})*\s*[:=]?\s*(?:${NUMBER})\s*(?:${UNITS})?(?:\s*${ENDING})?`;
const TIMES = String.raw`\s*[×x*✕✖╳⨯х乘]\s*`;
/** Any separator between labelled sides. */
const GAP = String.raw`\s*[,，、;/×x*✕✖╳⨯х乘\s]\s*|`;

const sidePattern = new RegExp(
  String.raw`((?:${LABEL})*)\s*[:=]?\s*(${NUMBER})\s*(${UNITS})?(?:\s*(${ENDING}))?`,
  'iy',
);
const timesPattern = new RegExp(TIMES, 'iy');
const gapPattern = new RegExp(GAP, 'iy');
/** Words before a size, and kinds of stock. */
const LEADING =
  /^(?:(?:成品|零件|外形|最大)?(?:尺寸|外形|规格)|size|dim(?:ension)?s?\.?|圆[棒料钢柱]|棒[料材]|方[料块钢]|块料|板[料材]|铝板|钢板)\s*[:=]?\s*/i;
const ROUND_STOCK = /^(?:圆|棒)/;
/** The order of the sides, stated after a size: 80×40×10 (长×宽×高). */
const SIDE_ORDER = /\s*(?:\(?(?:长[×x*]宽[×x*][高厚]|l[×x*]w[×x*][ht])\)?)$/i;
/** 80×40×10（cm）, 80×40×10 单位：cm. */
const UNIT_AFTER = new RegExp(String.raw`[\s,]*\(?\s*(?:单位|unit)?\s*[:=]?\s*(${UNITS})\s*\)?$`, 'i');

/** Longer text is not a size, and would be slow to search. */
const MAX_TEXT = 120;

type Role = 'diameter' | 'bore' | 'length' | 'width' | 'height' | 'depth' | '';

interface Side {
  role: Role;
  number: string;
  unit: string | undefined;
}

/** Replaces full-width and look-alike characters. A full-width comma between plain digits is a separator: φ30×5，200. */
export const plainText = (text: string): string =>
  plainCharacters(text.replaceAll(/[øØ⌀∅Φφϕ]|%%c/gi, 'φ').replaceAll(/(?<=[0-9])，(?=[0-9])/g, '， '))
    .replaceAll('⁄', '/')
    .replaceAll(/[″“”〃]|''|′′/g, '"')
    .replaceAll(/(\d)"\s*(?=\d+\/)/g, '$1-')
    .trim();

/** Reads text that is a size and nothing else: 80×40×10, L80 W40 H10, 4"×2"×1/2", φ80×15, D30×L200, 直径50 长100. */
export function readSizeNotation(text: string): ListedSize | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const normalized = plainText(text)
    .toLowerCase()
    .replace(/^[([](.*)[)\]]$/, '$1')
    .replace(/[.,;。、]+$/, '')
    .replace(UNIT_AFTER, '$1')
    .trim();
  const prefix = LEADING.exec(normalized)?.[0] ?? '';
  const measures = normalized.slice(prefix.length);
  const sides = sidesOf(measures) ?? sidesOf(measures.replace(SIDE_ORDER, ''));
  if (!sides) return undefined;
  const isRoundStock = ROUND_STOCK.test(prefix);
  return roundSize(sides, isRoundStock) ?? (isRoundStock ? undefined : boxSize(sides));
}

function sidesOf(text: string): Side[] | undefined {
  const sides: Side[] = [];
  let at = 0;
  let followsTimes = false;
  while (at < text.length) {
    sidePattern.lastIndex = at;
    const match = sidePattern.exec(text);
    if (!match) return undefined;
    const [, label = '', number = '', unit, ending = ''] = match;
    const role = roleOf(label || ending);
    const previous = sides.at(-1);
    if (role === undefined || (previous && !followsTimes && !isLabelled(previous.role, role, sides.length)))
      return undefined;
    sides.push({ role, number, unit });
    at = sidePattern.lastIndex;
    if (at === text.length) return withUnits(sides);
    timesPattern.lastIndex = at;
    followsTimes = timesPattern.test(text);
    gapPattern.lastIndex = at;
    if (!followsTimes && !gapPattern.test(text)) return undefined;
    at = followsTimes ? timesPattern.lastIndex : gapPattern.lastIndex;
  }
  return undefined;
}

/** Whether labels separate two sides that have no × between them: 80 40 10 and φ80 15 are ambiguous. */
const isLabelled = (previousRole: Role, role: Role, count: number) =>
  previousRole === 'height' || (role !== '' && (previousRole !== '' || (role === 'height' && count === 2)));

const ROLES: readonly [Role, RegExp][] = [
  ['diameter', /^(?:(?:直径|外径|外圆|dia\.?|diameter|o\.?d|d)?φ?|直径d)$/],
  ['bore', /^(?:内径|孔径|i\.?d)φ?$/],
  ['length', /^(?:总?长度?l?|l|length)$/],
  ['width', /^(?:宽度?[wb]?|w|b|width)$/],
  ['height', /^(?:高度?h?|板?厚度?t?|h|t|δ|height|thickness|thk)$/],
];

function roleOf(label: string): Role | undefined {
  const plain = label.replaceAll(/[()\s]/g, '');
  if (plain === '') return '';
  return plain === 'd' ? 'depth' : ROLES.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** Converts to mm. The unit of the last side applies to sides without one; other missing units make the size ambiguous. */
function withUnits(sides: Side[]): Side[] | undefined {
  const last = sides.at(-1)?.unit;
  const isAmbiguous = last === undefined && sides.some(({ unit = '' }) => MM_PER_UNIT[unit] !== 1);
  if (isAmbiguous) return undefined;
  const converted = sides.map((side) => ({
    ...side,
    number: millimetresOf(side.number, side.unit ?? last ?? '') ?? '',
  }));
  return converted.some(({ number }) => number === '') ? undefined : converted;
}

/** Converts 80, 1,200, 1/2 or 1-1/2 of a unit to plain digits in mm; fractions only in inches. */
function millimetresOf(number: string, unit: string): string | undefined {
  const factor = MM_PER_UNIT[unit] ?? Number.NaN;
  const [, integer = '0', numerator, denominator] = /^(?:(\d+)[-\s])?(\d+)\/(\d+)$/.exec(number) ?? [];
  if (numerator !== undefined && factor !== 25.4) return undefined;
  const value =
    numerator === undefined ? parseNumber(number) : Number(integer) + Number(numerator) / Number(denominator);
  if (value === null || value === undefined || !Number.isFinite(value * factor)) return undefined;
  return factor === 1
    ? number.replaceAll('。', '.').replaceAll(',', '')
    : String(Number((value * factor).toFixed(3)));
}

function roundSize(givenSides: readonly Side[], isRoundStock: boolean): ListedSize | undefined {
  // In 80 × 40 × D10, D is the depth.
  const hasDiameter =
    givenSides.some(({ role }) => role === 'diameter') ||
    (givenSides.length === 2 && hasOneDepth(givenSides));
  const sides = givenSides.map((side, index) => ({
    ...side,
    role:
      (side.role === 'depth' && givenSides.length === 2) || (isRoundStock && !hasDiameter && index === 0)
        ? ('diameter' as const)
        : side.role,
  }));
  const diameters = sides.filter(({ role }) => role === 'diameter').map(({ number }) => number);
  const bores = sides.filter(({ role }) => role === 'bore').map(({ number }) => number);
  const lengths = sides.filter(({ role }) => ['length', 'height', ''].includes(role));
  const [first, second] = diameters;
  const [length] = lengths;
  if (first === undefined || !length || lengths.length + diameters.length + bores.length !== sides.length)
    return undefined;
  if (lengths.length !== 1 || diameters.length + bores.length > 2) return undefined;
  const bore = bores[0] ?? second;
  const outer = second !== undefined && Number(second) > Number(first) ? second : first;
  const inner = bore === outer && second !== undefined ? first : bore;
  if (inner !== undefined && Number(inner) >= Number(outer)) return undefined;
  return { sides: [outer, outer, length.number], isRound: true, bore: inner };
}

const hasOneDepth = (sides: readonly Side[]) => sides.filter(({ role }) => role === 'depth').length === 1;

function boxSize(sides: readonly Side[]): ListedSize | undefined {
  if (sides.length !== 3 || sides.some(({ role }) => role === 'bore' || role === 'diameter'))
    return undefined;
  // Ambiguous: D100×50×20 may be round.
  if (sides[0]?.role === 'depth' && sides.some(({ role }) => role === '')) return undefined;
  const roles: readonly Role[] = sides.map(({ role }) => (role === 'depth' ? 'height' : role));
  const freeRoles = (['length', 'width', 'height'] as const).filter((role) => !roles.includes(role));
  const assignedRoles: readonly (Role | undefined)[] = roles.map((role) =>
    role === '' ? freeRoles.shift() : role,
  );
  const numberOf = (role: Role) => sides[assignedRoles.indexOf(role)]?.number;
  const [length, width, height] = [numberOf('length'), numberOf('width'), numberOf('height')];
  if (length === undefined || width === undefined || height === undefined) return undefined;
  return { sides: [length, width, height], isRound: false };
}

/** Longest first: text after a size may look like another side. */
const candidates = [3, 2, 1].map(
  (furtherSides) => new RegExp(`${ITEM}(?:(?:${TIMES}|${GAP})${ITEM}){${furtherSides}}`, 'iy'),
);
/** Text after a size that changes its meaning: ±0.1, ×25, (cm), L=1000. */
const CONTINUATION_AFTER =
  /^(?:[.\d]|\s*(?:[×x*±+\-~/'"]|[(,]?\s*(?:单位|cm|dm|厘米|inch|英[寸尺吋]|ft|feet|m\b|in\b)|[,，;]?\s*(?:[lwht]\s*[:=]|[长宽高厚]度?\s*[:=]?|壁厚|[直外内]径|φ)\s*\d))/i;
/** Text before a figure that makes the figure part of something longer. */
const CONTINUATION_BEFORE = /[a-z\dφ.±#×*/'"径角约-]$/i;

/** The only size within a text and its position; undefined for none or several. */
export function findSizeWithin(text: string): (ListedSize & { start: number; end: number }) | undefined {
  const plain = plainText(text);
  const sizes: (ListedSize & { start: number; end: number })[] = [];
  for (let at = 0; at < plain.length;) {
    const cannotStart = /[\s:=,;]/.test(plain[at] ?? '') || CONTINUATION_BEFORE.test(plain.slice(0, at));
    const size = cannotStart ? undefined : sizeAt(plain, at);
    if (size) sizes.push({ ...size, start: at });
    at = size?.end ?? at + 1;
  }
  return sizes.length === 1 ? sizes[0] : undefined;
}

function sizeAt(text: string, start: number): (ListedSize & { end: number }) | undefined {
  for (const candidate of candidates) {
    candidate.lastIndex = start;
    const [words = ''] = candidate.exec(text) ?? [];
    const end = start + words.trimEnd().length;
    const size =
      words === '' || CONTINUATION_AFTER.test(text.slice(end)) ? undefined : readSizeNotation(words);
    if (size) return { ...size, end };
  }
  return undefined;
}

/** Length and width of a sheet in mm: 80×40 or 8×4cm. */
export function readTwoSides(text: string): [length: string, width: string] | undefined {
  const [length, width, ...others] =
    text.length > MAX_TEXT ? [] : (sidesOf(plainText(text).toLowerCase()) ?? []);
  const isTwo = length?.role === '' && width?.role === '' && others.length === 0;
  return isTwo ? [length.number, width.number] : undefined;
}

/** Reads a single diameter in mm: φ30, 直径 30, 30. */
export function readDiameter(text: string): string | undefined {
  return readSide(text, ['', 'diameter', 'depth']);
}

/** Reads a single side; in mm unless the text has a unit. */
export function readSide(text: string, roles: readonly Role[]): string | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const [side, ...others] = sidesOf(plainText(text).toLowerCase()) ?? [];
  return side && others.length === 0 && roles.includes(side.role) ? side.number : undefined;
}

/** Reads a side or a quantity in the notations of lists, as plain digits; undefined for other text. */
export const readMeasureNotation = (field: NumericField, text: string): string | undefined =>
  field === 'num' ? readListedPieces(text) : (readSide(text, ['', field]) ?? readMillimetres(text));

/** The stage that a quantity is for, in lists with several quantities: 样品, 小批, 量产, 备品. */
export const STAGE =
  /备[品件用]|spares?|样[品件板]|打样|手板|首[件批]|试[制产样]|[小中大]批量?|批量|[量批]产|proto(?:type)?s?|samples?|pilot|mass|series/i;
const PREFIX = /^(?:数量|件数|总?共计?|q'?ty\.?|quantity)\s*[:=]?\s*/i;
const COUNTED =
  /^([\d.,]+)\s*(k|千|万|百)?\s*(?:件|个|只|张|支|条|粒|枚|颗|块|片|根|台|pcs?|pieces?|ea|each|units?|nos?|off)?\.?$/i;
/** Chinese numerals, including the forgery-proof ones used in accounting. */
const NUMERALS =
  /^([零〇一二两三四五六七八九十百千壹贰叁肆伍陆柒捌玖拾佰仟廿]{1,9})(?:件|个|只|套|张|支|条|块|片|根|台)?$/;
const DIGITS = ['零〇', '一壹', '二两贰', '三叁', '四肆', '五伍', '六陆', '七柒', '八捌', '九玖'];
const POWERS: Readonly<Record<string, number>> = { 十: 10, 拾: 10, 百: 100, 佰: 100, 千: 1000, 仟: 1000 };
const FACTORS: Readonly<Record<string, number>> = { k: 1000, 千: 1000, 万: 10_000, 百: 100 };

/** Reads a quantity as plain digits: 25件, 共 25 PCS, 1k, 1.2万; undefined for ambiguous text such as 25-30 or 2对. */
export function readListedPieces(text: string): string | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const normalized = plainText(text)
    .replace(PREFIX, '')
    .replace(/^\((.*)\)$/, '$1')
    .replace(/\((\D{1,4})\)$/, '$1')
    .replaceAll(/(\d) (?=\d{3}(?!\d))/g, '$1');
  const plain = readPieces(normalized);
  // Ambiguous: 1.000 may be a thousand.
  if (plain !== undefined) return /\.\d{3}$/.test(plain) ? undefined : plain.replace(/(\d)\.0+$/, '$1');
  const numeral = readNumeral(NUMERALS.exec(normalized)?.[1] ?? '');
  if (numeral !== undefined) return String(numeral);
  const [, number = '', factor = ''] = COUNTED.exec(normalized) ?? [];
  const value = parseNumber(number);
  if (value === null || value === undefined) return undefined;
  return String(Number((value * (FACTORS[factor.toLowerCase()] ?? 1)).toFixed(3)));
}

/** Reads 二十五, 一百零五, 贰拾; undefined for ambiguous numerals such as 一百五 and 二五. */
function readNumeral(text: string): number | undefined {
  let total = 0;
  let digit: number | undefined;
  let lastPower = Number.POSITIVE_INFINITY;
  let hasZero = false;
  for (const character of text.replaceAll('廿', '二十')) {
    const power = POWERS[character];
    const value = DIGITS.findIndex((characters) => characters.includes(character));
    if (power !== undefined) {
      if (power >= lastPower || (digit === undefined && (power !== 10 || total > 0))) return undefined;
      total += (digit ?? 1) * power;
      [digit, lastPower, hasZero] = [undefined, power, false];
    } else if (value === 0 && total > 0 && digit === undefined) hasZero = true;
    else if (value > 0 && digit === undefined) digit = value;
    else return undefined;
  }
  if (digit === undefined) return total === 0 || hasZero ? undefined : total;
  // Ambiguous: 一百五 means 150 in speech.
  return total === 0 || lastPower === 10 || hasZero ? total + digit : undefined;
}
