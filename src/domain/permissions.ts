/** Grants every permission. */
export const ALL_PERMISSIONS = '*:*:*';

/**
 * Does a set of permission codes grant this one? Only the exact code or `*:*:*` does: no prefixes, no partial wildcards,
 * case-sensitive.
 */
export function hasPermission(granted: readonly string[] | ReadonlySet<string>, needed: string): boolean {
  if ('has' in granted) return granted.has(needed) || granted.has(ALL_PERMISSIONS);
  return granted.includes(needed) || granted.includes(ALL_PERMISSIONS);
}
