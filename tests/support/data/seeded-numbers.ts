/** A seeded generator: each call returns a whole number below `n`, the same sequence for the same seed. */
export function seededNumbers(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
}
