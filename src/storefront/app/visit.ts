/** When the current page was opened, in ms since 1970. */
let startedAt = Date.now();

// The names of the events that wouter dispatches, besides the browser's.
for (const name of ['popstate', 'pushState', 'replaceState']) {
  globalThis.addEventListener(name, () => {
    startedAt = Date.now();
  });
}

/**
 * Identifies the visit of a page, for queries that each visit makes anew. The state of a component does not: React
 * discards it while the component has suspended before its first commit, and each attempt would ask again.
 */
export const visitStartedAt = (): number => startedAt;
