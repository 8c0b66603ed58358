import { documentStatuses, type DocumentStatus } from '#contract/orders/documents.ts';
import { Tag } from '#storefront/ui/tag.tsx';

const tones = { valid: 'green', expired: 'orange', cancelled: 'red', superseded: 'gold' } as const;

/** Current validity of a document. */
export function DocumentStatusTag({ status }: { status: DocumentStatus }) {
  return <Tag label={documentStatuses[status]} tone={tones[status]} />;
}
