/** `BENCH_SCALE=short` runs every part in seconds, as in `npm run test:slow`; its figures are meaningless. */
const isShort = process.env['BENCH_SCALE'] === 'short';

/** Selects the value for the scale of this run. */
export const atScale = <T>(short: T, full: T): T => (isShort ? short : full);
