/** Grants every permission. */
export const ALL_PERMISSIONS = '*:*:*';

/**
 * Whether a set of permission codes grants this one: only the exact code (case-sensitive) or `*:*:*` does. There are no
 * prefixes or partial wildcards.
 */
export function hasPermission(granted: readonly string[] | ReadonlySet<string>, needed: string): boolean {
  if ('has' in granted) return granted.has(needed) || granted.has(ALL_PERMISSIONS);
  return granted.includes(needed) || granted.includes(ALL_PERMISSIONS);
}
