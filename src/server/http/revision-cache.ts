const MAX_ENTRIES = 200;

/** Caches answers until the revision changes; at most 200, and concurrent requests share one computation. */
export function createRevisionCache() {
  let current = -1;
  const entries = new Map<string, Promise<Buffer>>();
  return {
    get(revision: number, key: string, make: () => Promise<Buffer>): Promise<Buffer> {
      if (revision !== current || entries.size >= MAX_ENTRIES) {
        entries.clear();
        current = revision;
      }
      const known = entries.get(key);
      if (known) return known;
      const made = make();
      entries.set(key, made);
      made.catch(() => entries.delete(key));
      return made;
    },
  };
}
