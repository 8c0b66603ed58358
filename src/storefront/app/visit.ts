/** When the current page was opened, in ms since 1970. */
let startedAt = Date.now();

// The names of the events that wouter dispatches, besides the browser's.
for (const name of ['popstate', 'pushState', 'replaceState']) {
  globalThis.addEventListener(name, () => {
    startedAt = Date.now();
  });
}

/**
 * Identifies the visit of a page, for queries that each visit repeats. Component state cannot: React discards it when
 * a component suspends before its first commit, so that each attempt would start another query.
 */
export const visitStartedAt = (): number => startedAt;
