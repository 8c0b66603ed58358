/** `BENCH_SCALE=short` runs every part to its end in seconds, as `npm run test:slow` does; its figures are meaningless. */
const isShort = process.env['BENCH_SCALE'] === 'short';

/** The number for the scale of this run. */
export const atScale = <T>(short: T, full: T): T => (isShort ? short : full);
