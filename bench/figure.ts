/** One measured figure. Without a target it is informative. */
export interface Figure {
  name: string;
  value: number;
  /** '' for a plain number. */
  unit: 'µs' | 'ms' | 's' | '/s' | 'MB' | 'KB' | '';
  target?: { atLeast: number } | { atMost: number };
  /** The target applies to every machine: missing it fails the bench. */
  isFirm?: boolean;
  /** The figure of a bare program on the same machine in the same run, and the name of that program. */
  limit?: { value: number; of: string };
  note?: string;
}

/** One part of the bench. */
export interface Part {
  title: string;
  measure: () => Promise<Figure[]>;
}

/** Whether the target is met; undefined without a target. */
export function isMet({ value, target }: Figure): boolean | undefined {
  if (!target) return undefined;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

/** Whether this figure fails the bench. */
export const hasFailed = (figure: Figure): boolean => figure.isFirm === true && isMet(figure) === false;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}

/** Calls a function several times in sequence. */
export async function repeat<T>(times: number, once: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = 0; n < times; n += 1) results.push(await once());
  return results;
}

export const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

/** Prints progress to stderr; stdout is for the table. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
