import { checkCodes, defaultCheckLimits, type CheckCode, type CheckLimits } from './check-limits.ts';
import { checkNames } from './check-sentences.ts';
import {
  defaultReadingLimits,
  MODEL_FORMATS,
  type ModelFormat,
  type ReadingLimits,
} from './model-reading.ts';

/** What the shop's settings say about models; the browser and the server read it from the same texts. */
export interface ShopLimits {
  formats: readonly ModelFormat[];
  reading: ReadingLimits;
  /** For a material tag. */
  checksFor: (materialTag: string) => CheckLimits;
}

/** A number for all materials, and others for some tags: `0.76, plastic=1.5`. */
interface ByTag {
  all: number;
  tags: Readonly<Record<string, number>>;
}

/** By key; other values than those of models are ignored. */
type SettingValues = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

const MB = 1024 ** 2;
const { metal, plastic } = defaultCheckLimits;
const boxText = (edges: readonly number[]) => edges.join('×');

/** The numbers among the limits of checks: range and default of each. */
const numberLimits = {
  'model.thinWall': { min: 0, max: 100, initial: `${metal.thinWallMm}, plastic=${plastic.thinWallMm}` },
  'model.holeRatio': { min: 0, max: 1000, initial: String(metal.holeRatio.ideal) },
  'model.holeRatioLimit': { min: 0, max: 1000, initial: String(metal.holeRatio.limit) },
  'model.pocketRatio': { min: 0, max: 1000, initial: String(metal.pocketRatio) },
  'model.pocketWidth': { min: 0, max: 1000, initial: String(metal.pocketWidthMm) },
  'model.innerRadius': { min: 0, max: 1000, initial: String(metal.innerRadiusMm) },
  'model.smallestEdge': { min: 0, max: 1000, initial: String(metal.smallestLongestEdgeMm) },
  'model.setups': { min: 1, max: 100, initial: String(metal.setups) },
} as const;
type NumberKey = keyof typeof numberLimits;
const isNumberKey = (key: string): key is NumberKey => Object.hasOwn(numberLimits, key);

/** The settings that are written as text, with their defaults. */
export const limitTexts = {
  'model.mills': metal.millsMm.map(boxText).join(', '),
  'model.lathes': metal.lathesMm
    .map(({ diameterMm, lengthMm }) => boxText([diameterMm, lengthMm]))
    .join(', '),
  'model.drawingWords': metal.drawingWords.join('、'),
  'model.holds': metal.holds.map((code) => checkNames[code]).join('、'),
  'model.thinWall': numberLimits['model.thinWall'].initial,
  'model.holeRatio': numberLimits['model.holeRatio'].initial,
  'model.holeRatioLimit': numberLimits['model.holeRatioLimit'].initial,
  'model.pocketRatio': numberLimits['model.pocketRatio'].initial,
  'model.pocketWidth': numberLimits['model.pocketWidth'].initial,
  'model.innerRadius': numberLimits['model.innerRadius'].initial,
  'model.smallestEdge': numberLimits['model.smallestEdge'].initial,
  'model.setups': numberLimits['model.setups'].initial,
} as const;
export type LimitKey = keyof typeof limitTexts;

/** Whether a text is a value of this setting. */
export function isLimitText(key: LimitKey, text: string): boolean {
  if (isNumberKey(key)) return readByTag(key, text) !== undefined;
  if (key === 'model.drawingWords') return readWords(text) !== undefined;
  if (key === 'model.holds') return readHolds(text) !== undefined;
  return readBoxes(text, key === 'model.mills' ? 3 : 2) !== undefined;
}

const listOf = (text: string): string[] =>
  text
    .split(/[,，;；、\n]+/)
    .map((part) => part.trim())
    .filter(Boolean);

/** Edges in mm, several boxes apart by commas: `1000×500×500, 800x400x400`. */
function readBoxes(text: string, edges: 2 | 3): number[][] | undefined {
  const boxes = listOf(text).map((one) =>
    one.split(/[x×*]/i).map((edge) => (edge.trim() === '' ? NaN : Number(edge))),
  );
  const isBox = (box: readonly number[]) =>
    box.length === edges && box.every((edge) => edge > 0 && edge <= 100_000);
  return boxes.length <= 50 && boxes.every(isBox) ? boxes : undefined;
}

function readByTag(key: NumberKey, text: string): ByTag | undefined {
  const { min, max } = numberLimits[key];
  const tags: Record<string, number> = {};
  let all: number | undefined;
  for (const part of listOf(text)) {
    const [, tag, figure] = /^(?:([^=＝]{1,100})[=＝])?\s*(\d{1,6}(?:\.\d{1,6})?)$/.exec(part) ?? [];
    const value = Number(figure);
    if (figure === undefined || value < min || value > max) return undefined;
    const name = tag?.trim();
    if (name === undefined) {
      if (all !== undefined) return undefined;
      all = value;
    } else tags[name] = value;
  }
  return all === undefined ? undefined : { all, tags };
}

/** Words of at most 60 characters, 50 of them. */
function readWords(text: string): string[] | undefined {
  const words = listOf(text);
  return words.length <= 50 && words.every((word) => word.length <= 60) ? words : undefined;
}

/** Findings by their names. */
function readHolds(text: string): CheckCode[] | undefined {
  const codes = listOf(text).map((name) => checkCodes.find((code) => checkNames[code] === name));
  return codes.every((code) => code !== undefined) ? codes : undefined;
}

/** The shop's limits from its settings by key, as text or read; the default stands in for what is missing or wrong. */
export function shopLimits(settings: SettingValues): ShopLimits {
  const textOf = (key: string): string | undefined => {
    const value = settings[key];
    return typeof value === 'object' ? value.join(',') : value?.toString();
  };
  const numberOf = (key: string, usual: number): number => {
    const value = Number(textOf(key) ?? NaN);
    return value > 0 ? value : usual;
  };
  const boxesOf = (key: 'model.mills' | 'model.lathes', edges: 2 | 3) =>
    readBoxes(textOf(key) ?? limitTexts[key], edges) ?? readBoxes(limitTexts[key], edges) ?? [];
  const figures = (key: NumberKey) => readByTag(key, textOf(key) ?? '') ?? readByTag(key, limitTexts[key]);
  const wanted = listOf((textOf('model.formats') ?? '').toLowerCase().replaceAll(/\s+/g, ','));
  const formats = MODEL_FORMATS.filter((format) => wanted.includes(format));
  const { maxInflatedBytes, maxBytes, maxSolids, maxTriangles } = defaultReadingLimits;
  return {
    formats: formats.length > 0 ? formats : MODEL_FORMATS,
    reading: {
      maxBytes: Math.min(maxBytes, numberOf('model.maxMb', maxBytes / MB) * MB),
      maxSolids: numberOf('model.maxSolids', maxSolids),
      maxTriangles: numberOf('model.maxTriangles', maxTriangles / 10_000) * 10_000,
      maxInflatedBytes,
    },
    checksFor(materialTag) {
      const of = (key: NumberKey): number => {
        const { all = 0, tags = {} } = figures(key) ?? {};
        return Object.hasOwn(tags, materialTag) ? (tags[materialTag] ?? all) : all;
      };
      return {
        millsMm: boxesOf('model.mills', 3).map(([x = 0, y = 0, z = 0]) => [x, y, z]),
        lathesMm: boxesOf('model.lathes', 2).map(([diameterMm = 0, lengthMm = 0]) => ({
          diameterMm,
          lengthMm,
        })),
        smallestLongestEdgeMm: of('model.smallestEdge'),
        usualLongestEdgeMm: metal.usualLongestEdgeMm,
        thinWallMm: of('model.thinWall'),
        holeRatio: { ideal: of('model.holeRatio'), limit: of('model.holeRatioLimit') },
        pocketRatio: of('model.pocketRatio'),
        pocketWidthMm: of('model.pocketWidth'),
        innerRadiusMm: of('model.innerRadius'),
        setups: of('model.setups'),
        drawingWords:
          readWords(textOf('model.drawingWords') ?? limitTexts['model.drawingWords']) ?? metal.drawingWords,
        holds: readHolds(textOf('model.holds') ?? limitTexts['model.holds']) ?? metal.holds,
      };
    },
  };
}
