/** Caches a result for `freshMs` milliseconds; concurrent callers share one read, and a failure is not cached. */
export function cachedFor<T>(freshMs: number, read: () => Promise<T>): () => Promise<T> {
  let current: { at: number; answer: Promise<T> } | undefined;
  return () => {
    if (current && performance.now() - current.at < freshMs) return current.answer;
    const entry = { at: performance.now(), answer: read() };
    current = entry;
    entry.answer.catch(() => {
      if (current === entry) current = undefined;
    });
    return entry.answer;
  };
}
