/**
 * The extent of a check: `quick` in `npm test` and with `--quick`, `full` in `npm run trust` and `npm run chaos`, `long` with
 * `--long`. The scales differ in numbers only; the assertions are the same.
 */
export type Scale = 'quick' | 'full' | 'long';

export const scale = (process.env['TRUST_SCALE'] ?? 'quick') as Scale;

/** The number that goes with the scale of this run. */
export const atScale = (quick: number, full: number, long = full): number => ({ quick, full, long })[scale];

/** On the quick scale, one of every `share` values, different ones each time; otherwise all. */
export function createSampler() {
  let turn = 0;
  return <T>(values: readonly T[], share: number): T[] => {
    turn += 1;
    return values.filter((_, index) => (index + turn) % atScale(share, 1) === 0);
  };
}
