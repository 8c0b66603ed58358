import { checkCodes, type CheckCode } from './checks/check-limits.ts';
import { checkNames } from './checks/check-sentences.ts';
import { isTagName, listOf, taggedParts } from './checks/limit-texts.ts';

/** A value for all materials, and others for some tags. */
export interface ByTag<T> {
  all: T;
  tags: ReadonlyMap<string, T>;
}

/** Reads one value; undefined for any other text. */
type Read<T> = (text: string) => T | undefined;

/** The value for a material tag. */
export const valueFor = <T>({ all, tags }: ByTag<T>, tag: string): T => tags.get(tag) ?? all;

/** One value for all, and others for some tags, of which the last counts: `0.76, plastic=1.5`. */
export function readByTag<T>(text: string, read: Read<T>): ByTag<T> | undefined {
  const tags = new Map<string, T>();
  let all: T | undefined;
  for (const { tag, value: written } of taggedParts(text)) {
    const value = read(written);
    if (value === undefined) return undefined;
    if (tag !== undefined) {
      if (!isTagName(tag)) return undefined;
      tags.set(tag, value);
    } else if (all === undefined) all = value;
    else return undefined;
  }
  return all === undefined ? undefined : { all, tags };
}

const MOST_ENTRIES = 50;
/** Written for a tag without entries. */
const NONE = '无';

/** Any number of values for all; a tag has its own instead of them, or none: `300×600, steel=200×400, plastic=无`. */
export function readListByTag<T>(text: string, read: Read<T>): ByTag<T[]> | undefined {
  const parts = taggedParts(text);
  if (parts.length > MOST_ENTRIES) return undefined;
  const all: T[] = [];
  const tags = new Map<string, T[]>();
  for (const { tag, value: written } of parts) {
    if (tag !== undefined && !isTagName(tag)) return undefined;
    const list = tag === undefined ? all : (tags.get(tag) ?? []);
    if (tag !== undefined) tags.set(tag, list);
    if (tag !== undefined && written === NONE) continue;
    const value = read(written);
    if (value === undefined) return undefined;
    list.push(value);
  }
  return { all, tags };
}

const readFigure = (text: string): number =>
  /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;

/** A number within bounds. */
export const readNumber =
  (min: number, max: number): Read<number> =>
  (text) => {
    const value = readFigure(text);
    return value >= min && value <= max ? value : undefined;
  };

const LONGEST_MM = 100_000;

/** Two lengths in mm, the lower first: `5–2000`. */
export function readRange(text: string): readonly [low: number, high: number] | undefined {
  const [low = Number.NaN, high = Number.NaN, ...more] = text
    .split(/[-–—~～至]/)
    .map((one) => readFigure(one.trim()));
  return more.length === 0 && low < high && high <= LONGEST_MM ? [low, high] : undefined;
}

/** Edges of a box in mm: `1000×500×500`. */
export const readBox =
  (edges: 2 | 3): Read<number[]> =>
  (text) => {
    const box = text.split(/[x×*]/i).map((edge) => (edge.trim() === '' ? Number.NaN : Number(edge)));
    const isBox = box.length === edges && box.every((edge) => edge > 0 && edge <= LONGEST_MM);
    return isBox ? box : undefined;
  };

/** Words of at most 60 characters, 50 of them. */
export function readWords(text: string): string[] | undefined {
  const words = listOf(text);
  return words.length <= MOST_ENTRIES && words.every((word) => word.length <= 60) ? words : undefined;
}

/** Findings by their names. */
export function readHolds(text: string): CheckCode[] | undefined {
  const codes = listOf(text).map((name) => checkCodes.find((code) => checkNames[code] === name));
  return codes.every((code) => code !== undefined) ? codes : undefined;
}
