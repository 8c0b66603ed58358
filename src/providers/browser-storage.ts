/** Prefix of all local storage keys. */
const PREFIX = 'quotemill.';

/** Values that the browser refuses to store (private mode, full storage, policy); lost on unload. */
const fallback = new Map<string, string>();

/** The local storage key for a name. */
export const storedKey = (name: string): string => PREFIX + name;

/** The stored text under `quotemill.<name>`, or null. Never throws. */
export function readStored(name: string): string | null {
  try {
    return globalThis.localStorage.getItem(PREFIX + name) ?? fallback.get(name) ?? null;
  } catch {
    return fallback.get(name) ?? null;
  }
}

/** Stores text, or removes it for null. Falls back to memory if the browser refuses. Never throws. */
export function writeStored(name: string, text: string | null): void {
  fallback.delete(name);
  try {
    if (text === null) globalThis.localStorage.removeItem(PREFIX + name);
    else globalThis.localStorage.setItem(PREFIX + name, text);
  } catch {
    dropStored(name);
    if (text !== null) fallback.set(name, text);
  }
}

/** A stored JSON object; undefined if missing or invalid. */
export function readStoredObject(name: string): Record<string, unknown> | undefined {
  const text = readStored(name);
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Calls back when another tab writes one of the names. Returns a function that unsubscribes. */
export function watchStored(names: readonly string[], onChange: () => void): () => void {
  if (typeof globalThis.addEventListener !== 'function') return () => undefined;
  const keys = new Set(names.map((name) => PREFIX + name));
  const listener = (event: Event) => {
    const key = event instanceof StorageEvent ? event.key : undefined;
    // A null key means that the whole storage was cleared.
    if (key === null || (key !== undefined && keys.has(key))) onChange();
  };
  globalThis.addEventListener('storage', listener);
  return () => globalThis.removeEventListener('storage', listener);
}

/** Removes an older value when the new one could not be stored. */
function dropStored(name: string): void {
  try {
    globalThis.localStorage.removeItem(PREFIX + name);
  } catch {
    fallback.delete(name);
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
