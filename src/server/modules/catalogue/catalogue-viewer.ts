import { hasPermission } from '#domain/permissions.ts';
import type { Caller } from '#server/modules/access/caller.ts';

export interface CatalogueViewer {
  /** Only editors see internal notes and drafts. */
  isEditor: boolean;
}

export const materialViewer = ({ grant }: Caller): CatalogueViewer => ({
  isEditor: hasPermission(grant.permissions, 'mfr:material:edit'),
});

export const processViewer = ({ grant }: Caller): CatalogueViewer => ({
  isEditor: hasPermission(grant.permissions, 'mfr:process:edit'),
});
