import { checkCodes, type CheckCode } from './checks/check-limits.ts';
import { checkNames } from './checks/check-sentences.ts';
import { canReplaceTag, splitList, taggedEntries } from './checks/limit-texts.ts';

/** A value for all materials, with exceptions by tag. */
export interface ByTag<T> {
  all: T;
  tags: ReadonlyMap<string, T>;
}

/** Reads one value; undefined if the text is invalid. */
type ValueReader<T> = (text: string) => T | undefined;

/** The value for a material tag. */
export const valueFor = <T>({ all, tags }: ByTag<T>, tag: string): T => tags.get(tag) ?? all;

/** Reads one value for all materials and exceptions by tag; the last exception for a tag counts: `0.76, plastic=1.5`. */
export function readByTag<T>(text: string, read: ValueReader<T>): ByTag<T> | undefined {
  const tags = new Map<string, T>();
  let all: T | undefined;
  for (const { tag, value: entry } of taggedEntries(text)) {
    const value = read(entry);
    if (value === undefined) return undefined;
    if (tag !== undefined) {
      if (!canReplaceTag(tag)) return undefined;
      tags.set(tag, value);
    } else if (all === undefined) all = value;
    else return undefined;
  }
  return all === undefined ? undefined : { all, tags };
}

const MAX_ENTRIES = 50;
/** The text for a tag without entries. */
const NONE = '无';

/** Reads a list for all materials; a tag may have its own list, or none: `300×600, steel=200×400, plastic=无`. */
export function readListByTag<T>(text: string, read: ValueReader<T>): ByTag<T[]> | undefined {
  const entries = taggedEntries(text);
  if (entries.length > MAX_ENTRIES) return undefined;
  const all: T[] = [];
  const tags = new Map<string, T[]>();
  for (const { tag, value: entry } of entries) {
    if (tag !== undefined && !canReplaceTag(tag)) return undefined;
    const list = tag === undefined ? all : (tags.get(tag) ?? []);
    if (tag !== undefined) tags.set(tag, list);
    if (tag !== undefined && entry === NONE) continue;
    const value = read(entry);
    if (value === undefined) return undefined;
    list.push(value);
  }
  return { all, tags };
}

const readFigure = (text: string): number =>
  /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;

/** A number within bounds. */
export const readNumber =
  (min: number, max: number): ValueReader<number> =>
  (text) => {
    const value = readFigure(text);
    return value >= min && value <= max ? value : undefined;
  };

const LONGEST_MM = 100_000;

/** Two lengths in mm, the lower first: `5–2000`. */
export function readRange(text: string): readonly [low: number, high: number] | undefined {
  const [low = Number.NaN, high = Number.NaN, ...more] = text
    .split(/[-–—~～至]/)
    .map((length) => readFigure(length.trim()));
  return more.length === 0 && low < high && high <= LONGEST_MM ? [low, high] : undefined;
}

/** Edges of a box in mm: `1000×500×500`. */
export const readBox =
  (edges: 2 | 3): ValueReader<number[]> =>
  (text) => {
    const box = text.split(/[x×*]/i).map((edge) => (edge.trim() === '' ? Number.NaN : Number(edge)));
    const isBox = box.length === edges && box.every((edge) => edge > 0 && edge <= LONGEST_MM);
    return isBox ? box : undefined;
  };

/** At most 50 words of at most 60 characters. */
export function readWords(text: string): string[] | undefined {
  const words = splitList(text);
  return words.length <= MAX_ENTRIES && words.every((word) => word.length <= 60) ? words : undefined;
}

/** Reads names of findings as their codes. */
export function readFindings(text: string): CheckCode[] | undefined {
  const codes = splitList(text).map((name) => checkCodes.find((code) => checkNames[code] === name));
  return codes.every((code) => code !== undefined) ? codes : undefined;
}
