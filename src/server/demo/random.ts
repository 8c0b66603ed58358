/** Pseudorandom numbers, the same for the same seed (mulberry32). */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  between(low: number, high: number): number;
  /** Both ends included. */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** Picks a value with a probability proportional to its weight. */
  pickBy<T>(values: readonly T[], weightOf: (value: T) => number): T;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  const integer = (low: number, high: number) => Math.floor(between(low, high + 1));
  const pick = <T>(values: readonly T[]): T => {
    const value = values[integer(0, values.length - 1)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  };
  return {
    next,
    between,
    integer,
    pick,
    chance: (probability) => next() < probability,
    pickBy(values, weightOf) {
      let rest = next() * values.reduce((sum, value) => sum + weightOf(value), 0);
      return values.find((value) => (rest -= weightOf(value)) < 0) ?? pick(values);
    },
  };
}
