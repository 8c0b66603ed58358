import type { Fen } from '#domain/money.ts';

/** A class of figures; the upper limit is exclusive. */
interface SizeClass {
  readonly below: number;
  readonly label: string;
}

/** Pieces of a line. */
const quantities: readonly SizeClass[] = [
  { below: 2, label: '1 件' },
  { below: 10, label: '2–9 件' },
  { below: 50, label: '10–49 件' },
  { below: 200, label: '50–199 件' },
  { below: Infinity, label: '200 件及以上' },
];

/** The longest edge of a part in mm. */
const edges: readonly SizeClass[] = [
  { below: 50, label: '50 mm 以下' },
  { below: 100, label: '50–100 mm' },
  { below: 200, label: '100–200 mm' },
  { below: 500, label: '200–500 mm' },
  { below: Infinity, label: '500 mm 及以上' },
];

/** The value of an order in fen. */
const values: readonly SizeClass[] = [
  { below: 50_000, label: '¥500 以下' },
  { below: 200_000, label: '¥500–2,000' },
  { below: 1_000_000, label: '¥2,000–1 万' },
  { below: 5_000_000, label: '¥1 万–5 万' },
  { below: Infinity, label: '¥5 万及以上' },
];

/** The class of a figure. */
export interface SizeClassRef {
  readonly index: number;
  readonly label: string;
}

/** Only for figures that are not finite: the last class of each list has no limit. */
const noClass: SizeClassRef = { index: 0, label: '' };

function classOf(classes: readonly SizeClass[], figure: number): SizeClassRef {
  for (const [index, { below, label }] of classes.entries()) if (figure < below) return { index, label };
  return noClass;
}

export const quantityClass = (num: number): SizeClassRef => classOf(quantities, num);
export const edgeClass = ({
  length,
  width,
  height,
}: Record<'length' | 'width' | 'height', number>): SizeClassRef =>
  classOf(edges, Math.max(length, width, height));
export const valueClass = (fen: Fen): SizeClassRef => classOf(values, fen);

/** The buckets of relative changes. */
export const CHANGE_BUCKETS = [
  '低 20% 以上',
  '低 10–20%',
  '低 5–10%',
  '低 5% 以内',
  '不变',
  '高 5% 以内',
  '高 5–10%',
  '高 10–20%',
  '高 20% 以上',
] as const;

/**
 * The index in `CHANGE_BUCKETS` of a change from `before` to `after` fen. Exact: compares whole numbers. A limit belongs to the
 * bucket of the smaller change.
 */
export function changeBucket(before: Fen, after: Fen): number {
  const middle = 4;
  if (after === before) return middle;
  const size = Math.abs(after - before);
  const steps = [5, 10, 20].filter((percent) => size * 100 > before * percent).length + 1;
  return after > before ? middle + steps : middle - steps;
}
