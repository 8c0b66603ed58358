import { createHash } from 'node:crypto';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { hasPermission } from '#domain/permissions.ts';

const MAX_ENTRIES = 200;

/** Caches answers until the revision changes; at most 200, and concurrent requests share one computation. */
export function createRevisionCache() {
  let current = -1;
  const entries = new Map<string, Promise<Buffer>>();
  return {
    get(revision: number, key: string, compute: () => Promise<Buffer>): Promise<Buffer> {
      if (revision !== current || entries.size >= MAX_ENTRIES) {
        entries.clear();
        current = revision;
      }
      const cached = entries.get(key);
      if (cached) return cached;
      const body = compute();
      entries.set(key, body);
      body.catch(() => entries.delete(key));
      return body;
    },
  };
}

/** Callers with these permissions also see internal notes and drafts. */
const editPermissions = ['mfr:material:edit', 'mfr:process:edit'] as const;

/**
 * Identifies everything the answer depends on: software version, revision, department with its ancestors, edit
 * permissions, query.
 */
export function etagOf(version: string, endpoint: Endpoint, caller: Caller, query: unknown): string {
  const { deptPath, permissions } = caller.grant;
  const mayEdit = editPermissions.map((code) => hasPermission(permissions, code));
  const input = JSON.stringify([version, endpoint.path, deptPath, mayEdit, query]);
  return `"${caller.catalogueRevision}-${createHash('sha1').update(input).digest('base64url').slice(0, 16)}"`;
}
