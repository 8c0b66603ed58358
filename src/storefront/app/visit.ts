/** Time of the last navigation, in ms since 1970. */
let startedAt = Date.now();

// pushState and replaceState are events that wouter dispatches.
for (const name of ['popstate', 'pushState', 'replaceState']) {
  globalThis.addEventListener(name, () => {
    startedAt = Date.now();
  });
}

/**
 * Identifies a page visit, for queries that every visit repeats. Component state cannot: React discards it
 * when a component suspends before its first commit, so each attempt would start another query.
 */
export const visitStartedAt = (): number => startedAt;
