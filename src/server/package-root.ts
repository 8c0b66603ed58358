/** The package's own directory: two levels up both from `src/server/` and from the bundle in `dist/server/`. */
export const packageRoot: URL = new URL('../../', import.meta.url);
