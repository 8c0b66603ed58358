import { defaultCheckLimits, type CheckLimits } from './check-limits.ts';
import { checkNames } from './check-sentences.ts';
import { splitList } from './limit-texts.ts';
import {
  defaultReadingLimits,
  MODEL_FORMATS,
  type ModelFormat,
  type ReadingLimits,
} from '../model-reading.ts';
import {
  readBox,
  readByTag,
  readFindings,
  readListByTag,
  readNumber,
  readRange,
  readWords,
  valueFor,
  type ByTag,
} from '../read-limits.ts';

/** The shop's settings for models, which browser and server read from the same texts. */
export interface ShopLimits {
  formats: readonly ModelFormat[];
  reading: ReadingLimits;
  checksFor: (materialTag: string) => CheckLimits;
  /** Rates for estimating the machine time, by material tag: minutes, and cm³ per minute. */
  timeRatesFor: (materialTag: string) => {
    setupMinutes: number;
    millingCm3: number;
    turningCm3: number;
    finishingMinutes: number;
    holeMinutes: number;
    toolChangeMinutes: number;
  };
}

/** Settings by key. Keys that do not concern models are ignored. */
type SettingValues = Readonly<
  Record<string, string | number | boolean | readonly string[] | null | undefined>
>;

const MB = 1024 ** 2;
const { metal, plastic } = defaultCheckLimits;
const boxText = (edges: readonly number[]) => edges.join('×');

/** A limit that may differ by material tag. */
interface TagLimit<T> {
  initial: string;
  /** Returns undefined for invalid text. */
  read: (text: string) => ByTag<T> | undefined;
}

const numberLimit = (min: number, max: number, initial: number | string): TagLimit<number> => ({
  initial: String(initial),
  read: (text) => readByTag(text, readNumber(min, max)),
});

const boxListLimit = (edges: 2 | 3, initial: readonly (readonly number[])[]): TagLimit<number[][]> => ({
  initial: initial.map(boxText).join(', '),
  read: (text) => readListByTag(text, readBox(edges)),
});

const tagLimits = {
  'model.mills': boxListLimit(3, metal.millsMm),
  'model.lathes': boxListLimit(
    2,
    metal.lathesMm.map(({ diameterMm, lengthMm }) => [diameterMm, lengthMm]),
  ),
  'model.usualEdge': {
    initial: metal.usualLongestEdgeMm.join('–'),
    read: (text) => readByTag(text, readRange),
  } as TagLimit<readonly [low: number, high: number]>,
  'model.thinWall': numberLimit(0, 100, `${metal.thinWallMm}, plastic=${plastic.thinWallMm}`),
  'model.holeRatio': numberLimit(0, 1000, metal.holeRatio.ideal),
  'model.holeRatioLimit': numberLimit(0, 1000, metal.holeRatio.limit),
  'model.pocketRatio': numberLimit(0, 1000, metal.pocketRatio),
  'model.pocketWidth': numberLimit(0, 1000, metal.pocketWidthMm),
  'model.innerRadius': numberLimit(0, 1000, metal.innerRadiusMm),
  'model.smallestEdge': numberLimit(0, 1000, metal.smallestLongestEdgeMm),
  'model.setups': numberLimit(1, 100, metal.setups),
  'time.setup': numberLimit(0.01, 10_000, 15),
  'time.milling': numberLimit(0.01, 10_000, '10, aluminium=20, stainless=3, plastic=25, titanium=1.5'),
  'time.turning': numberLimit(0.01, 10_000, '15, aluminium=30, stainless=5, plastic=35, titanium=2'),
  'time.finishing': numberLimit(0.01, 10_000, '3, aluminium=2, plastic=1.5, titanium=6'),
  'time.hole': numberLimit(0.01, 10_000, 0.5),
  'time.toolChange': numberLimit(0.01, 10_000, 0.5),
} as const;
type TagKey = keyof typeof tagLimits;
type ValueOf<K extends TagKey> = (typeof tagLimits)[K] extends TagLimit<infer T> ? T : never;

/** Whether the setting may differ by material tag. */
export const isTagLimit = (key: string): key is TagKey => Object.hasOwn(tagLimits, key);

export type LimitKey = TagKey | 'model.drawingWords' | 'model.holds';

/** Default texts of the settings that are written as text. */
export const limitTexts = {
  ...Object.fromEntries(Object.entries(tagLimits).map(([key, { initial }]) => [key, initial])),
  'model.drawingWords': metal.drawingWords.join('、'),
  'model.holds': metal.holds.map((code) => checkNames[code]).join('、'),
} as Readonly<Record<LimitKey, string>>;

/** Whether the text is valid for this setting. */
export function isLimitText(key: LimitKey, text: string): boolean {
  if (isTagLimit(key)) return tagLimits[key].read(text) !== undefined;
  return (key === 'model.drawingWords' ? readWords(text) : readFindings(text)) !== undefined;
}

/** The shop's limits from its settings. Defaults replace missing and invalid values. */
export function shopLimits(settings: SettingValues): ShopLimits {
  const textOf = (key: string): string | undefined => {
    const value = settings[key];
    return typeof value === 'object' ? value?.join(',') : value?.toString();
  };
  const numberOf = (key: string, fallback: number): number => {
    const value = Number(textOf(key) ?? NaN);
    return value > 0 ? value : fallback;
  };
  const readFor =
    (materialTag: string) =>
    <K extends TagKey>(key: K): ValueOf<K> =>
      valueOf<ValueOf<K>>(tagLimits[key] as unknown as TagLimit<ValueOf<K>>, textOf(key), materialTag);
  const accepted = splitList((textOf('model.formats') ?? '').toLowerCase().replaceAll(/\s+/g, ','));
  const formats = MODEL_FORMATS.filter((format) => accepted.includes(format));
  const { maxInflatedBytes, maxBytes, maxSolids, maxTriangles } = defaultReadingLimits;
  return {
    formats: formats.length > 0 ? formats : MODEL_FORMATS,
    reading: {
      maxBytes: Math.min(maxBytes, numberOf('model.maxMb', maxBytes / MB) * MB),
      maxSolids: numberOf('model.maxSolids', maxSolids),
      // The setting is in units of 10,000.
      maxTriangles: numberOf('model.maxTriangles', maxTriangles / 10_000) * 10_000,
      maxInflatedBytes,
    },
    timeRatesFor(materialTag) {
      const read = readFor(materialTag);
      return {
        setupMinutes: read('time.setup'),
        millingCm3: read('time.milling'),
        turningCm3: read('time.turning'),
        finishingMinutes: read('time.finishing'),
        holeMinutes: read('time.hole'),
        toolChangeMinutes: read('time.toolChange'),
      };
    },
    checksFor(materialTag) {
      const read = readFor(materialTag);
      return {
        millsMm: read('model.mills').map(([x = 0, y = 0, z = 0]) => [x, y, z]),
        lathesMm: read('model.lathes').map(([diameterMm = 0, lengthMm = 0]) => ({ diameterMm, lengthMm })),
        smallestLongestEdgeMm: read('model.smallestEdge'),
        usualLongestEdgeMm: read('model.usualEdge'),
        thinWallMm: read('model.thinWall'),
        holeRatio: { ideal: read('model.holeRatio'), limit: read('model.holeRatioLimit') },
        pocketRatio: read('model.pocketRatio'),
        pocketWidthMm: read('model.pocketWidth'),
        innerRadiusMm: read('model.innerRadius'),
        setups: read('model.setups'),
        drawingWords:
          readWords(textOf('model.drawingWords') ?? limitTexts['model.drawingWords']) ?? metal.drawingWords,
        holds: readFindings(textOf('model.holds') ?? limitTexts['model.holds']) ?? metal.holds,
      };
    },
  };
}

/** Falls back to the default for a missing or invalid text. */
function valueOf<T>({ initial, read }: TagLimit<T>, text: string | undefined, materialTag: string): T {
  const byTag = read(text ?? initial) ?? read(initial);
  if (!byTag) throw new Error(`The default of a limit cannot be read: ${initial}`);
  return valueFor(byTag, materialTag);
}
