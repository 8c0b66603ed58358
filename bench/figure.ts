/** One measured figure. Without a target it is for information. */
export interface Figure {
  name: string;
  value: number;
  /** '' for a plain number. */
  unit: 'µs' | 'ms' | 's' | '/s' | 'MB' | 'KB' | '';
  target?: { atLeast: number } | { atMost: number };
  /** The target is the same on every machine: the bench fails where it is missed. */
  isFirm?: boolean;
  /** The limit of the same machine in the same run, and what it limits. */
  limit?: { value: number; of: string };
  /** A remark in the report. */
  note?: string;
}

/** One part of the bench, in the order of the table. */
export interface Part {
  title: string;
  measure: () => Promise<Figure[]>;
}

/** Whether the target is met; undefined without a target. */
export function isMet({ value, target }: Figure): boolean | undefined {
  if (!target) return undefined;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

/** Whether the bench fails by this figure. */
export const hasFailed = (figure: Figure): boolean => figure.isFirm === true && isMet(figure) === false;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}

/** Does something several times, one after the other. */
export async function repeat<T>(times: number, once: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = 0; n < times; n += 1) results.push(await once());
  return results;
}

export const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

/** Prints progress on stderr; stdout holds the table only. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
