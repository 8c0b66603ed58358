/**
 * Reads once per revision; concurrent callers share the read. The result may be newer than requested, never older; a
 * failed read is not cached.
 */
export function oncePerRevision<T>(read: () => Promise<T>): (revision: number) => Promise<T> {
  let current: { revision: number; answer: Promise<T> } | undefined;
  return (revision) => {
    if (current && current.revision >= revision) return current.answer;
    const entry = { revision, answer: read() };
    current = entry;
    entry.answer.catch(() => {
      if (current === entry) current = undefined;
    });
    return entry.answer;
  };
}
