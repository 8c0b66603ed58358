import { hasPermission } from '#domain/permissions.ts';
import type { Caller } from '#server/modules/access/caller.ts';

/** Does the viewer edit materials or processes? Others see neither internal notes nor drafts. */
export interface CatalogueViewer {
  isEditor: boolean;
}

/** Only those who edit materials see drafts and the internal notes of materials. */
export const materialViewer = ({ grant }: Caller): CatalogueViewer => ({
  isEditor: hasPermission(grant.permissions, 'mfr:material:edit'),
});

/** Only those who edit processes see their internal notes. */
export const processViewer = ({ grant }: Caller): CatalogueViewer => ({
  isEditor: hasPermission(grant.permissions, 'mfr:process:edit'),
});
