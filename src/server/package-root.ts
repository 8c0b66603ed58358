/**
 * The package's directory: two levels up both from `src/server/` and from the bundle in `dist/server/`. This file
 * must stay at that depth.
 */
export const packageRoot: URL = new URL('../../', import.meta.url);
