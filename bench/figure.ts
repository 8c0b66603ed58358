/** One measured figure. Without a target it is for information. */
export interface Figure {
  name: string;
  value: number;
  unit: 'µs' | 'ms' | 's' | '/s' | 'MB' | 'KB';
  target?: { atLeast: number } | { atMost: number };
  /** What the same machine does at most in the same run, and of what. */
  limit?: { value: number; of: string };
  /** What else a reader should know. */
  note?: string;
}

/** One part of the bench, in the order of the table. */
export interface Part {
  title: string;
  measure: () => Promise<Figure[]>;
}

/** Whether the target is met; undefined without one. */
export function isMet({ value, target }: Figure): boolean | undefined {
  if (!target) return undefined;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}

/** Progress, on stderr: the table alone is the output. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
